import type { AnyCommand } from '../kernel/define-command.ts'
import { acceptCounter, acceptOffer, declineCounter, declineOffer } from './commands/answer-offer.ts'
import { counterAsBuyer, counterOffer } from './commands/counter-offer.ts'
import { cancelTrade, expireTrade, leaveTrade, remindOfTrade } from './commands/end-trade.ts'
import { removeTrade } from './commands/remove-trade.ts'
import { requestTrade } from './commands/request-trade.ts'
import { setAutoPrice } from './commands/set-auto-price.ts'
import { addTracking, attachLabel, markShipped } from './commands/ship-trade.ts'

/** The commands of trades that only the server runs. */
export const serverCommands: readonly AnyCommand[] = [
  requestTrade,
  acceptOffer,
  declineOffer,
  counterOffer,
  acceptCounter,
  declineCounter,
  counterAsBuyer,
  cancelTrade,
  attachLabel,
  addTracking,
  markShipped,
  removeTrade,
  expireTrade,
  leaveTrade,
  remindOfTrade,
  setAutoPrice,
]
