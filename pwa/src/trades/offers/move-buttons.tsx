import { Button } from '@mantine/core'
import type { MoveName } from '@shop/shared/trades/rules/machine.ts'
import { useSyncStatus } from '../../sync/api.ts'
import { MOVE_LABEL } from './move-words.ts'

type Props = {
  readonly rowId: string
  readonly itemName: string
  /** Moves open to this side, likeliest first. */
  readonly moves: readonly MoveName[]
  /** The row whose move is running; no other move starts meanwhile. */
  readonly busyId: string | null
  readonly onMove: (move: MoveName) => void
}

export function MoveButtons({ rowId, itemName, moves, busyId, onMove }: Props) {
  const { online } = useSyncStatus()
  return moves.map((move, index) => (
    <Button
      key={move}
      variant={index === 0 && move !== 'cancel' ? 'filled' : 'default'}
      disabled={!online || busyId !== null}
      loading={busyId === rowId && index === 0}
      title={online ? undefined : 'Offline: answering needs a connection'}
      aria-label={`${MOVE_LABEL[move]}: ${itemName}`}
      onClick={() => onMove(move)}
    >
      {MOVE_LABEL[move]}
    </Button>
  ))
}
