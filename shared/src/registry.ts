import {
  changeUser,
  createUser,
  deleteUser,
  listAdminUsers,
  migrateAllUsers,
  migrateUser,
  migrateUserDomain,
} from './accounts/calls/administration.ts'
import { changePassword, checkPasswordReset, requestPasswordReset, resetPassword, setBackupPassword } from './accounts/calls/password.ts'
import { getMe, getUser, listUsers, searchUsers } from './accounts/calls/people.ts'
import {
  changeAddress,
  changeMe,
  checkUsername,
  chooseUsername,
  createAddress,
  deleteAddress,
  uploadProfileImage,
} from './accounts/calls/profile.ts'
import {
  finishDiscord,
  finishGoogle,
  getDiscordClientId,
  linkDiscord,
  listProviders,
  signInWithOneTimeToken,
  startDiscord,
  startGoogle,
} from './accounts/calls/providers.ts'
import { getSession, listSessions, revokeOtherSessions, revokeSession } from './accounts/calls/sessions.ts'
import { getSetUp, setUp, signIn, signOut, signUp } from './accounts/calls/sign-in.ts'
import { addAddress } from './accounts/commands/add-address.ts'
import { addEarlierAccounts } from './accounts/commands/add-earlier-accounts.ts'
import { changeRole } from './accounts/commands/change-role.ts'
import { closeAccount } from './accounts/commands/close-account.ts'
import { editAddress } from './accounts/commands/edit-address.ts'
import { editProfile } from './accounts/commands/edit-profile.ts'
import { editUser } from './accounts/commands/edit-user.ts'
import { linkDiscordAccount } from './accounts/commands/link-discord-account.ts'
import { migrateAccount } from './accounts/commands/migrate-account.ts'
import { registerUser } from './accounts/commands/register-user.ts'
import { removeAddress } from './accounts/commands/remove-address.ts'
import { setDefaultAddress } from './accounts/commands/set-default-address.ts'
import { setPhoto } from './accounts/commands/set-photo.ts'
import { setUpShop } from './accounts/commands/set-up-shop.ts'
import { setUsername } from './accounts/commands/set-username.ts'
import { addresses, users } from './accounts/schema.ts'
import { getStats, trackVisit } from './analytics/calls.ts'
import { checkMembership, getBrand } from './brands/calls.ts'
import { testNotifications } from './chat/calls.ts'
import { extractImage } from './images/calls.ts'
import {
  addConsignorItem,
  addMasterItem,
  allocateItem,
  copyItem,
  deleteConsignorItem,
  deleteMasterItem,
  editConsignorItem,
  editMasterItem,
  massInputItems,
  recordMasterSale,
} from './inventory/calls/change-items.ts'
import { cancelImport, commitImport, stageImportChunk, startImport } from './inventory/calls/import-items.ts'
import { listItemsMissingImages, updateItemImage } from './inventory/calls/item-images.ts'
import { searchItems } from './inventory/calls/search-items.ts'
import { addConsignor, addMaster } from './inventory/commands/add-item.ts'
import { editItem, removeItem } from './inventory/commands/edit-item.ts'
import { allocate, copyToConsignor } from './inventory/commands/hand-over.ts'
import { importItems } from './inventory/commands/import-items.ts'
import { massInput } from './inventory/commands/mass-input.ts'
import { sellMaster } from './inventory/commands/sell-master.ts'
import { settleDiscrepancy } from './inventory/commands/settle-discrepancy.ts'
import { discrepancies, items, stockMovements } from './inventory/schema.ts'
import type { AnyCall } from './kernel/define-call.ts'
import type { AnyCollection, AnyCommand } from './kernel/define-command.ts'
import { listMails, openMail, resendMail, sendEmail } from './mail/calls.ts'
import { noteSecretShown } from './mail/commands/note-secret-shown.ts'
import { checkPush, getPushKey, listNoticeTroubles, subscribePush, unsubscribePush } from './notifications/calls.ts'
import { askForPayout, deletePayout, getPaymentInfo, getTotalPayouts, listPayouts, listPendingPayouts, payPayout } from './payouts/calls.ts'
import { markPayoutPaid } from './payouts/commands/mark-payout-paid.ts'
import { removePayout } from './payouts/commands/remove-payout.ts'
import { requestPayout } from './payouts/commands/request-payout.ts'
import { paymentInfos, payouts } from './payouts/schema.ts'
import { removeEndedCarts } from './pos/commands/remove-ended-carts.ts'
import { saveCart } from './pos/commands/save-cart.ts'
import { carts, posSales } from './pos/schema.ts'
import { recordCustom, recordMarketplaceSale, setBalance } from './sales/calls.ts'
import { adjustBalance } from './sales/commands/adjust-balance.ts'
import { completePosSale } from './sales/commands/complete-pos-sale.ts'
import { editSale } from './sales/commands/edit-sale.ts'
import { noteBooksCheck } from './sales/commands/note-books-check.ts'
import { recordCustomSale } from './sales/commands/record-custom-sale.ts'
import { recordSale } from './sales/commands/record-sale.ts'
import { voidPosSale } from './sales/commands/void-pos-sale.ts'
import { changeSale, getBalance, getSalesHistory, listRecentSales } from './sales/history-calls.ts'
import { checkLedger, exportLedger, listPostings } from './sales/ledger-calls.ts'
import { balances, booksChecks, ledgerEntries, sales } from './sales/schema.ts'
import { confirmRestore, getRestore } from './settings/calls.ts'
import { changeSettings, noteRestoreConfirmed } from './settings/commands.ts'
import { auditEntries, settings } from './settings/schema.ts'
import {
  changeShipment,
  changeShipmentStatus,
  createShipment,
  deleteAnyShipment,
  deleteShipment,
  listAllShipments,
  listShipmentHistory,
  listShipments,
} from './shipments/calls.ts'
import { editShipment } from './shipments/commands/edit-shipment.ts'
import { removeShipment } from './shipments/commands/remove-shipment.ts'
import { setShipmentStatus } from './shipments/commands/set-shipment-status.ts'
import { submitShipment } from './shipments/commands/submit-shipment.ts'
import { shipments } from './shipments/schema.ts'
import { addTradeTracking, deleteTrade, listFulfillmentOrders, markTradeShipped } from './trades/calls/fulfillment.ts'
import { askForTrade, changeAutoPrice, listMarketplaceItems } from './trades/calls/marketplace.ts'
import {
  acceptCounter,
  acceptOffer,
  buyerCounter,
  counterOffer,
  countPendingOffers,
  declineCounter,
  declineOffer,
  listCompletedOffers,
  listMyOffers,
} from './trades/calls/offers.ts'
import { cancelTradeCall, downloadShippingLabel, getTradeShipping, listMyTrades, uploadShippingLabel } from './trades/calls/trades.ts'
import { acceptCounterCommand, acceptOfferCommand, declineCounterCommand, declineOfferCommand } from './trades/commands/answer-offer.ts'
import { buyerCounterCommand, counterCommand } from './trades/commands/counter-offer.ts'
import { cancelTrade, expireTrade, leaveTrade, remindOfTrade } from './trades/commands/end-trade.ts'
import { removeTrade } from './trades/commands/remove-trade.ts'
import { requestTrade } from './trades/commands/request-trade.ts'
import { setAutoPrice } from './trades/commands/set-auto-price.ts'
import { addTrackingCommand, attachLabel, markShippedCommand } from './trades/commands/ship-trade.ts'
import { autoPrices, offers, trades } from './trades/schema.ts'

/** Every collection of the product, in the order a first sync sends them. */
export const collections: readonly AnyCollection[] = [
  settings,
  users,
  addresses,
  balances,
  carts,
  items,
  posSales,
  sales,
  discrepancies,
  shipments,
  payouts,
  paymentInfos,
  trades,
  offers,
  autoPrices,
  auditEntries,
  booksChecks,
  stockMovements,
  ledgerEntries,
]

/** The commands devices queue. Apart from the others, which the app does not carry. */
const deviceCommands: readonly AnyCommand[] = [
  editProfile,
  addAddress,
  editAddress,
  removeAddress,
  setDefaultAddress,
  changeSettings,
  addMaster,
  addConsignor,
  editItem,
  removeItem,
  allocate,
  copyToConsignor,
  massInput,
  sellMaster,
  settleDiscrepancy,
  recordSale,
  editSale,
  recordCustomSale,
  completePosSale,
  voidPosSale,
  saveCart,
  requestPayout,
  markPayoutPaid,
  removePayout,
  submitShipment,
  editShipment,
  removeShipment,
  setShipmentStatus,
]

/** The commands the server alone runs, for a call of ours (channel `server`). */
const serverCommands: readonly AnyCommand[] = [
  setUpShop,
  registerUser,
  changeRole,
  setUsername,
  setPhoto,
  linkDiscordAccount,
  editUser,
  closeAccount,
  addEarlierAccounts,
  migrateAccount,
  noteRestoreConfirmed,
  importItems,
  adjustBalance,
  noteBooksCheck,
  noteSecretShown,
  removeEndedCarts,
  requestTrade,
  acceptOfferCommand,
  declineOfferCommand,
  counterCommand,
  acceptCounterCommand,
  declineCounterCommand,
  buyerCounterCommand,
  cancelTrade,
  attachLabel,
  addTrackingCommand,
  markShippedCommand,
  removeTrade,
  expireTrade,
  leaveTrade,
  remindOfTrade,
  setAutoPrice,
]

/** Every command of the product. */
export const commands: readonly AnyCommand[] = /* @__PURE__ */ deviceCommands.concat(serverCommands)

/** Every call of the product. */
export const calls: readonly AnyCall[] = [
  getSetUp,
  setUp,
  signUp,
  signIn,
  signOut,
  requestPasswordReset,
  checkPasswordReset,
  resetPassword,
  changePassword,
  setBackupPassword,
  getSession,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  listProviders,
  startDiscord,
  getDiscordClientId,
  linkDiscord,
  finishDiscord,
  startGoogle,
  finishGoogle,
  signInWithOneTimeToken,
  getMe,
  changeMe,
  chooseUsername,
  checkUsername,
  uploadProfileImage,
  createAddress,
  changeAddress,
  deleteAddress,
  getUser,
  searchUsers,
  listUsers,
  listAdminUsers,
  createUser,
  changeUser,
  deleteUser,
  migrateUser,
  migrateUserDomain,
  migrateAllUsers,
  getBrand,
  checkMembership,
  searchItems,
  addMasterItem,
  editMasterItem,
  deleteMasterItem,
  addConsignorItem,
  editConsignorItem,
  deleteConsignorItem,
  allocateItem,
  copyItem,
  massInputItems,
  recordMasterSale,
  startImport,
  stageImportChunk,
  commitImport,
  cancelImport,
  extractImage,
  listItemsMissingImages,
  updateItemImage,
  recordMarketplaceSale,
  sendEmail,
  listMails,
  openMail,
  resendMail,
  recordCustom,
  setBalance,
  getBalance,
  getSalesHistory,
  changeSale,
  listRecentSales,
  trackVisit,
  getStats,
  listPostings,
  exportLedger,
  checkLedger,
  getRestore,
  confirmRestore,
  askForPayout,
  getPaymentInfo,
  listPendingPayouts,
  payPayout,
  deletePayout,
  listPayouts,
  getTotalPayouts,
  testNotifications,
  getPushKey,
  subscribePush,
  unsubscribePush,
  checkPush,
  listNoticeTroubles,
  createShipment,
  listShipments,
  listShipmentHistory,
  listAllShipments,
  changeShipmentStatus,
  deleteAnyShipment,
  changeShipment,
  deleteShipment,
  listMarketplaceItems,
  askForTrade,
  changeAutoPrice,
  listMyTrades,
  listMyOffers,
  listCompletedOffers,
  countPendingOffers,
  acceptOffer,
  declineOffer,
  counterOffer,
  acceptCounter,
  declineCounter,
  buyerCounter,
  cancelTradeCall,
  getTradeShipping,
  uploadShippingLabel,
  downloadShippingLabel,
  listFulfillmentOrders,
  addTradeTracking,
  markTradeShipped,
  deleteTrade,
]

const collectionsByName = new Map(collections.map((collection) => [collection.name, collection]))
// marked as pure, so that a build leaves out what it does not use
const byName = (list: readonly AnyCommand[]) => new Map(list.map((command) => [command.name, command]))
const commandsByName = /* @__PURE__ */ byName(commands)
const deviceCommandsByName = /* @__PURE__ */ byName(deviceCommands)

/** The collection of this name, or undefined when a newer peer speaks of one we do not know. */
export const findCollection = (name: string): AnyCollection | undefined => collectionsByName.get(name)

/** The command of this name, or undefined when a newer peer speaks of one we do not know. */
export const findCommand = (name: string): AnyCommand | undefined => commandsByName.get(name)

/** The same, of those that devices queue. */
export const findDeviceCommand = (name: string): AnyCommand | undefined => deviceCommandsByName.get(name)
