import type { Migration } from 'kysely'
import * as collections from './0001-collections.ts'
import * as identity from './0002-identity.ts'
import * as itemSearch from './0003-item-search.ts'
import * as soldTimes from './0004-sold-times.ts'
import * as people from './0005-people.ts'
import * as signIn from './0006-sign-in.ts'
import * as mail from './0007-mail.ts'
import * as pictures from './0008-pictures.ts'
import * as userAdministration from './0009-user-administration.ts'
import * as memberships from './0010-memberships.ts'
import * as shipments from './0011-shipments.ts'
import * as payouts from './0012-payouts.ts'
import * as saleEdits from './0013-sale-edits.ts'
import * as notifications from './0014-notifications.ts'
import * as ledger from './0015-ledger.ts'
import * as trades from './0017-trades.ts'
import * as analytics from './0019-analytics.ts'
import * as thumbnails from './0020-thumbnails.ts'
import * as emailProofs from './0021-email-proofs.ts'
import * as secondFactors from './0022-second-factors.ts'
import * as hosts from './0023-hosts.ts'
import * as securityRecord from './0024-security-record.ts'
import * as passwordRenewals from './0025-password-renewals.ts'
import * as commandTimes from './0026-command-times.ts'
import * as restoreReports from './0027-restore-reports.ts'
import * as erasure from './0028-erasure.ts'
import * as accessNews from './0029-access-news.ts'
import * as followedErasures from './0032-followed-erasures.ts'
import * as invitations from './0033-invitations.ts'
import * as suspense from './0034-suspense.ts'
import * as providerSessions from './0035-provider-sessions.ts'
import * as endedSessions from './0036-ended-sessions.ts'
import * as devicesOfSessions from './0037-devices-of-sessions.ts'
import * as ownAcknowledgements from './0038-own-acknowledgements.ts'
import * as receiptTimes from './0039-receipt-times.ts'
import * as productKeys from './0040-product-keys.ts'
import * as waitingReplays from './0041-waiting-replays.ts'
import * as deviceFaults from './0042-device-faults.ts'
import * as textsAhead from './0043-texts-ahead.ts'
import * as promisedPieces from './0044-promised-pieces.ts'
import * as successors from './0045-successors.ts'
import * as postalLabels from './0046-postal-labels.ts'
import * as postedTenders from './0047-posted-tenders.ts'
import * as categories from './0048-categories.ts'
import * as refunds from './0049-refunds.ts'
import * as shifts from './0050-shifts.ts'
import * as returnWindow from './0051-return-window.ts'
import * as discounts from './0052-discounts.ts'
import * as openDrawers from './0053-open-drawers.ts'

/** Every migration by its name, in the order in which they run. Both databases use the same migrations. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-collections': collections,
  '0002-identity': identity,
  '0003-item-search': itemSearch,
  '0004-sold-times': soldTimes,
  '0005-people': people,
  '0006-sign-in': signIn,
  '0007-mail': mail,
  '0008-pictures': pictures,
  '0009-user-administration': userAdministration,
  '0010-memberships': memberships,
  '0011-shipments': shipments,
  '0012-payouts': payouts,
  '0013-sale-edits': saleEdits,
  '0014-notifications': notifications,
  '0015-ledger': ledger,
  '0017-trades': trades,
  '0019-analytics': analytics,
  '0020-thumbnails': thumbnails,
  '0021-email-proofs': emailProofs,
  '0022-second-factors': secondFactors,
  '0023-hosts': hosts,
  '0024-security-record': securityRecord,
  '0025-password-renewals': passwordRenewals,
  '0026-command-times': commandTimes,
  '0027-restore-reports': restoreReports,
  '0028-erasure': erasure,
  '0029-access-news': accessNews,
  '0032-followed-erasures': followedErasures,
  '0033-invitations': invitations,
  '0034-suspense': suspense,
  '0035-provider-sessions': providerSessions,
  '0036-ended-sessions': endedSessions,
  '0037-devices-of-sessions': devicesOfSessions,
  '0038-own-acknowledgements': ownAcknowledgements,
  '0039-receipt-times': receiptTimes,
  '0040-product-keys': productKeys,
  '0041-waiting-replays': waitingReplays,
  '0042-device-faults': deviceFaults,
  '0043-texts-ahead': textsAhead,
  '0044-promised-pieces': promisedPieces,
  '0045-successors': successors,
  '0046-postal-labels': postalLabels,
  '0047-posted-tenders': postedTenders,
  '0048-categories': categories,
  '0049-refunds': refunds,
  '0050-shifts': shifts,
  '0051-return-window': returnWindow,
  '0052-discounts': discounts,
  '0053-open-drawers': openDrawers,
}
