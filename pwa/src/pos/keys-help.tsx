import { Kbd, Modal, Switch } from '@mantine/core'
import { useWindow } from '../ui/use-window.ts'
import classes from './till.module.css'
import { TILL_KEYS, useSingleKeys } from './use-till-keys.ts'

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
        description="Without it / ? + − and numbers do nothing by themselves; the other keys stay."
        checked={hasSingleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
      <p>A barcode scanner works at any time, whatever has the focus.</p>
    </Modal>
  )
}
