import { Kbd, Modal } from '@mantine/core'
import classes from './till.module.css'
import { TILL_KEYS } from './use-till-keys.ts'

/** The keys of the till. */
export default function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} closeButtonProps={{ 'aria-label': 'Close' }} title="Keys of the till" centered>
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
      <p>A barcode scanner works at any time, whatever has the focus.</p>
    </Modal>
  )
}
