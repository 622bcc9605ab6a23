import type { Accounts } from '../accounts/accounts.ts'
import { changeAddressCall } from '../accounts/calls/change-address.ts'
import { changeMeCall } from '../accounts/calls/change-me.ts'
import { changePasswordCall } from '../accounts/calls/change-password.ts'
import { changeUserCall } from '../accounts/calls/change-user.ts'
import { checkPasswordResetCall } from '../accounts/calls/check-password-reset.ts'
import { checkUsernameCall } from '../accounts/calls/check-username.ts'
import { chooseUsernameCall } from '../accounts/calls/choose-username.ts'
import { createAddressCall } from '../accounts/calls/create-address.ts'
import { createUserCall } from '../accounts/calls/create-user.ts'
import { deleteAddressCall } from '../accounts/calls/delete-address.ts'
import { deleteUserCall } from '../accounts/calls/delete-user.ts'
import { finishDiscordCall, finishGoogleCall } from '../accounts/calls/finish-provider.ts'
import { getDiscordClientIdCall } from '../accounts/calls/get-discord-client-id.ts'
import { getMeCall } from '../accounts/calls/get-me.ts'
import { getSessionCall } from '../accounts/calls/get-session.ts'
import { getSetUpCall } from '../accounts/calls/get-set-up.ts'
import { getUserCall } from '../accounts/calls/get-user.ts'
import { linkDiscordCall } from '../accounts/calls/link-discord.ts'
import { listAdminUsersCall } from '../accounts/calls/list-admin-users.ts'
import { listProvidersCall } from '../accounts/calls/list-providers.ts'
import { listSessionsCall } from '../accounts/calls/list-sessions.ts'
import { listUsersCall } from '../accounts/calls/list-users.ts'
import { migrateAllUsersCall } from '../accounts/calls/migrate-all-users.ts'
import { migrateUserCall } from '../accounts/calls/migrate-user.ts'
import { migrateUserDomainCall } from '../accounts/calls/migrate-user-domain.ts'
import { requestPasswordResetCall } from '../accounts/calls/request-password-reset.ts'
import { resetPasswordCall } from '../accounts/calls/reset-password.ts'
import { revokeOtherSessionsCall } from '../accounts/calls/revoke-other-sessions.ts'
import { revokeSessionCall } from '../accounts/calls/revoke-session.ts'
import { searchUsersCall } from '../accounts/calls/search-users.ts'
import { setBackupPasswordCall } from '../accounts/calls/set-backup-password.ts'
import { setUpCall } from '../accounts/calls/set-up.ts'
import { signInCall } from '../accounts/calls/sign-in.ts'
import { signInWithOneTimeTokenCall } from '../accounts/calls/sign-in-with-one-time-token.ts'
import { signOutCall } from '../accounts/calls/sign-out.ts'
import { signUpCall } from '../accounts/calls/sign-up.ts'
import { startDiscordCall } from '../accounts/calls/start-discord.ts'
import { startGoogleCall } from '../accounts/calls/start-google.ts'
import { uploadProfileImageCall } from '../accounts/calls/upload-profile-image.ts'
import type { Analytics } from '../analytics/analytics.ts'
import { getStatsCall } from '../analytics/calls/get-stats.ts'
import { trackVisitCall } from '../analytics/calls/track-visit.ts'
import { checkMembershipCall } from '../brands/calls/check-membership.ts'
import { getBrandCall } from '../brands/calls/get-brand.ts'
import type { Variants } from '../brands/variants.ts'
import type { Bot } from '../chat/bot.ts'
import { testNotificationsCall } from '../chat/calls/test-notifications.ts'
import { extractImageCall } from '../images/calls/extract-image.ts'
import type { PictureFinder } from '../images/extract/picture-finder.ts'
import { addConsignorItemCall } from '../inventory/calls/add-consignor-item.ts'
import { addMasterItemCall } from '../inventory/calls/add-master-item.ts'
import { allocateItemCall } from '../inventory/calls/allocate-item.ts'
import { cancelImportCall } from '../inventory/calls/cancel-import.ts'
import { commitImportCall } from '../inventory/calls/commit-import.ts'
import { copyItemCall } from '../inventory/calls/copy-item.ts'
import { deleteConsignorItemCall } from '../inventory/calls/delete-consignor-item.ts'
import { deleteMasterItemCall } from '../inventory/calls/delete-master-item.ts'
import { editConsignorItemCall } from '../inventory/calls/edit-consignor-item.ts'
import { editMasterItemCall } from '../inventory/calls/edit-master-item.ts'
import { listItemsMissingImagesCall } from '../inventory/calls/list-items-missing-images.ts'
import { massInputItemsCall } from '../inventory/calls/mass-input-items.ts'
import { recordMasterSaleCall } from '../inventory/calls/record-master-sale.ts'
import { searchItemsCall } from '../inventory/calls/search-items.ts'
import { stageImportChunkCall } from '../inventory/calls/stage-import-chunk.ts'
import { startImportCall } from '../inventory/calls/start-import.ts'
import { updateItemImageCall } from '../inventory/calls/update-item-image.ts'
import { listMailsCall } from '../mail/calls/list-mails.ts'
import { openMailCall } from '../mail/calls/open-mail.ts'
import { resendMailCall } from '../mail/calls/resend-mail.ts'
import { sendEmailCall } from '../mail/calls/send-email.ts'
import type { Mail } from '../mail/mail.ts'
import { checkPushCall } from '../notifications/calls/check-push.ts'
import { getPushKeyCall } from '../notifications/calls/get-push-key.ts'
import { listNoticeTroublesCall } from '../notifications/calls/list-troubles.ts'
import { subscribePushCall } from '../notifications/calls/subscribe-push.ts'
import { unsubscribePushCall } from '../notifications/calls/unsubscribe-push.ts'
import type { Notifications } from '../notifications/notifications.ts'
import { askForPayoutCall } from '../payouts/calls/ask-for-payout.ts'
import { deletePayoutCall } from '../payouts/calls/delete-payout.ts'
import { getPaymentInfoCall } from '../payouts/calls/get-payment-info.ts'
import { getTotalPayoutsCall } from '../payouts/calls/get-total-payouts.ts'
import { listPayoutsCall } from '../payouts/calls/list-payouts.ts'
import { listPendingPayoutsCall } from '../payouts/calls/list-pending-payouts.ts'
import { payPayoutCall } from '../payouts/calls/pay-payout.ts'
import type { CallImplementation } from '../platform/http/implement-call.ts'
import type { Pictures } from '../platform/kernel/pictures.ts'
import type { BooksChecker } from '../sales/books-check.ts'
import { changeSaleCall } from '../sales/calls/change-sale.ts'
import { checkLedgerCall } from '../sales/calls/check-ledger.ts'
import { exportLedgerCall } from '../sales/calls/export-ledger.ts'
import { getBalanceCall } from '../sales/calls/get-balance.ts'
import { getSalesHistoryCall } from '../sales/calls/get-sales-history.ts'
import { listPostingsCall } from '../sales/calls/list-postings.ts'
import { listRecentSalesCall } from '../sales/calls/list-recent-sales.ts'
import { recordCustomSaleCall } from '../sales/calls/record-custom-sale.ts'
import { recordSaleCall } from '../sales/calls/record-sale.ts'
import { setBalanceCall } from '../sales/calls/set-balance.ts'
import { confirmRestoreCall } from '../settings/calls/confirm-restore.ts'
import { getRestoreCall } from '../settings/calls/get-restore.ts'
import { changeShipmentCall } from '../shipments/calls/change-shipment.ts'
import { changeShipmentStatusCall } from '../shipments/calls/change-shipment-status.ts'
import { createShipmentCall } from '../shipments/calls/create-shipment.ts'
import { deleteAnyShipmentCall } from '../shipments/calls/delete-any-shipment.ts'
import { deleteShipmentCall } from '../shipments/calls/delete-shipment.ts'
import { listAllShipmentsCall } from '../shipments/calls/list-all-shipments.ts'
import { listShipmentHistoryCall } from '../shipments/calls/list-shipment-history.ts'
import { listShipmentsCall } from '../shipments/calls/list-shipments.ts'
import { acceptCounterCall } from '../trades/calls/accept-counter.ts'
import { acceptOfferCall } from '../trades/calls/accept-offer.ts'
import { addTradeTrackingCall } from '../trades/calls/add-trade-tracking.ts'
import { askForTradeCall } from '../trades/calls/ask-for-trade.ts'
import { buyerCounterCall } from '../trades/calls/buyer-counter.ts'
import { cancelTradeHandler } from '../trades/calls/cancel-trade.ts'
import { changeAutoPriceCall } from '../trades/calls/change-auto-price.ts'
import { countPendingOffersCall } from '../trades/calls/count-pending-offers.ts'
import { counterOfferCall } from '../trades/calls/counter-offer.ts'
import { declineCounterCall } from '../trades/calls/decline-counter.ts'
import { declineOfferCall } from '../trades/calls/decline-offer.ts'
import { deleteTradeCall } from '../trades/calls/delete-trade.ts'
import { downloadShippingLabelCall } from '../trades/calls/download-shipping-label.ts'
import { getTradeShippingCall } from '../trades/calls/get-trade-shipping.ts'
import { listCompletedOffersCall } from '../trades/calls/list-completed-offers.ts'
import { listFulfillmentOrdersCall } from '../trades/calls/list-fulfillment-orders.ts'
import { listMarketplaceItemsCall } from '../trades/calls/list-marketplace-items.ts'
import { listMyOffersCall } from '../trades/calls/list-my-offers.ts'
import { listMyTradesCall } from '../trades/calls/list-my-trades.ts'
import { markTradeShippedCall } from '../trades/calls/mark-trade-shipped.ts'
import { uploadShippingLabelCall } from '../trades/calls/upload-shipping-label.ts'

/** What the handlers work with besides the platform. */
export type Features = {
  readonly accounts: Accounts
  readonly mail: Mail
  readonly pictures: Pictures
  readonly pictureFinder: PictureFinder
  readonly variants: Variants
  readonly bot: Bot | undefined
  readonly notifications: Notifications
  readonly analytics: Analytics
  readonly books: BooksChecker
}

/** The handler of every call of the registry; a test holds the two lists together. */
export const implementations = ({
  accounts,
  mail,
  pictures,
  pictureFinder,
  variants,
  bot,
  notifications,
  analytics,
  books,
}: Features): readonly CallImplementation[] => [
  getSetUpCall,
  setUpCall(accounts),
  signUpCall(accounts),
  signInCall(accounts),
  signOutCall(accounts),
  requestPasswordResetCall(accounts),
  checkPasswordResetCall(accounts),
  resetPasswordCall(accounts),
  changePasswordCall(accounts),
  setBackupPasswordCall(accounts),
  getSessionCall,
  listSessionsCall,
  revokeSessionCall(accounts),
  revokeOtherSessionsCall(accounts),
  listProvidersCall(accounts),
  startDiscordCall(accounts),
  getDiscordClientIdCall(accounts),
  linkDiscordCall(accounts),
  finishDiscordCall(accounts),
  startGoogleCall(accounts),
  finishGoogleCall(accounts),
  signInWithOneTimeTokenCall(accounts),
  getMeCall,
  changeMeCall,
  chooseUsernameCall,
  checkUsernameCall,
  uploadProfileImageCall(pictures),
  createAddressCall,
  changeAddressCall,
  deleteAddressCall,
  getUserCall,
  searchUsersCall,
  listUsersCall,
  listAdminUsersCall,
  createUserCall,
  changeUserCall,
  deleteUserCall(accounts),
  migrateUserCall,
  migrateUserDomainCall,
  migrateAllUsersCall,
  getBrandCall(variants.brands),
  checkMembershipCall(variants.admission),
  searchItemsCall,
  addMasterItemCall,
  editMasterItemCall,
  deleteMasterItemCall,
  addConsignorItemCall,
  editConsignorItemCall,
  deleteConsignorItemCall,
  allocateItemCall,
  copyItemCall,
  massInputItemsCall,
  recordMasterSaleCall,
  startImportCall,
  stageImportChunkCall,
  commitImportCall,
  cancelImportCall,
  extractImageCall(pictureFinder),
  listItemsMissingImagesCall,
  updateItemImageCall,
  recordSaleCall,
  sendEmailCall(mail),
  listMailsCall(mail),
  openMailCall(mail),
  resendMailCall(mail),
  recordCustomSaleCall,
  setBalanceCall,
  getBalanceCall,
  getSalesHistoryCall,
  changeSaleCall,
  listRecentSalesCall,
  trackVisitCall(analytics),
  getStatsCall(analytics),
  listPostingsCall,
  exportLedgerCall,
  checkLedgerCall(books),
  getRestoreCall,
  confirmRestoreCall,
  askForPayoutCall,
  deletePayoutCall,
  getPaymentInfoCall,
  getTotalPayoutsCall,
  listPayoutsCall,
  listPendingPayoutsCall,
  payPayoutCall,
  testNotificationsCall(bot),
  getPushKeyCall(notifications),
  subscribePushCall(notifications, (request) => accounts.sessions.idOf(request)),
  unsubscribePushCall,
  checkPushCall(notifications),
  listNoticeTroublesCall(notifications),
  createShipmentCall,
  listShipmentsCall,
  listShipmentHistoryCall,
  listAllShipmentsCall,
  // before those of one user, whose id would be taken to be 'admin'
  changeShipmentStatusCall,
  deleteAnyShipmentCall,
  changeShipmentCall,
  deleteShipmentCall,
  listMarketplaceItemsCall,
  askForTradeCall,
  changeAutoPriceCall,
  listMyTradesCall,
  listMyOffersCall,
  listCompletedOffersCall,
  countPendingOffersCall,
  acceptOfferCall,
  declineOfferCall,
  counterOfferCall,
  acceptCounterCall,
  declineCounterCall,
  buyerCounterCall,
  cancelTradeHandler,
  getTradeShippingCall,
  uploadShippingLabelCall(pictures),
  downloadShippingLabelCall(pictures),
  listFulfillmentOrdersCall,
  addTradeTrackingCall,
  markTradeShippedCall,
  deleteTradeCall,
]
