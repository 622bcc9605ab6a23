import { Kbd, Modal, Switch } from '@mantine/core'
import { useWindow } from '../ui/use-window.ts'
import classes from './till.module.css'
import { useSingleKeys } from './use-till-keys.ts'

/** Keys of the till, as the help lists them. */
const TILL_KEYS: readonly { readonly keys: readonly string[]; readonly what: string }[] = [
  { keys: ['/', 'F2'], what: 'Search' },
  { keys: ['↑', '↓', 'Enter'], what: 'Choose a result and add it' },
  { keys: ['Esc'], what: 'Leave the search or the payment' },
  { keys: ['↑', '↓'], what: 'Choose a line of the cart' },
  { keys: ['+', '−'], what: 'One more or one less of it' },
  { keys: ['F4'], what: 'Its price' },
  { keys: ['%'], what: 'Its discount' },
  { keys: ['Delete'], what: 'Take it out' },
  { keys: ['Ctrl', 'Z'], what: 'Undo' },
  { keys: ['1', '…', '9'], what: 'Say whose goods were scanned' },
  { keys: ['F8'], what: 'Park the cart' },
  { keys: ['F9'], what: 'Complete Sale' },
  { keys: ['Ctrl', 'K'], what: 'Find anything, on every other screen (⌘ K on a Mac)' },
  { keys: ['?'], what: 'This list' },
]

export default function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const close = useWindow(onClose)
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Modal opened onClose={close} closeButtonProps={{ 'aria-label': 'Close' }} title="Keys of the till" centered>
      <dl className={classes.keys}>
        {TILL_KEYS.map(({ keys, what }) => (
          <div key={what} className={classes.keyRow}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Single characters are keys"
        description="Without it / ? + − % and numbers do nothing by themselves; the other keys stay."
        checked={hasSingleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
      <p>A barcode scanner works at any time, whatever has the focus.</p>
    </Modal>
  )
}
