import { Button } from '@mantine/core'
import { IconPlus, IconShare2, IconSquarePlus } from '@tabler/icons-react'
import { PRODUCT_NAME } from '../../ui/brand.ts'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './help.module.css'

/** Shows the installation steps for iPhone and iPad. Their browsers do not offer to install an app. */
export function InstallSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={`Install ${PRODUCT_NAME}`} look="sheet">
      <ol className={classes.steps}>
        <li>
          <IconShare2 aria-hidden="true" />
          <span>
            Tap <b>Share</b> in the browser’s bar.
          </span>
        </li>
        <li>
          <IconSquarePlus aria-hidden="true" />
          <span>
            Choose <b>Add to Home Screen</b>.
          </span>
        </li>
        <li>
          <IconPlus aria-hidden="true" />
          <span>
            Tap <b>Add</b>, and open the app from the Home Screen from now on.
          </span>
        </li>
      </ol>
      <p className={classes.note}>
        In the browser, iOS may clear what is stored here after some weeks without a visit; the app on the Home Screen keeps it. Let the
        cloud say “All sent” before you change over: the two do not share what waits.
      </p>
      <Button fullWidth onClick={onClose}>
        Got it
      </Button>
    </Dialog>
  )
}
