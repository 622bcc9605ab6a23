import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { dated, downloadFile } from '../../ui/download-file.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { PrintSheet } from '../../ui/print-sheet.tsx'
import classes from './security.module.css'

type Props = { readonly codes: readonly string[]; readonly onClose: () => void }

/** Shows new recovery codes, once only, with ways to keep them. */
export default function RecoveryCodesModal({ codes, onClose }: Props) {
  const { user } = useSession()
  const { props: banner, show, fail } = useBanner()
  const [isPrinting, setPrinting] = useState(false)
  const title = `Recovery codes of ${user?.email ?? ''}`
  const text = `${title}\n\n${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      show('Recovery codes copied')
    } catch {
      fail('This browser does not let the app copy. Please select the codes and copy them.')
    }
  }
  return (
    <FormModal title="Keep these recovery codes" onClose={onClose} size="md">
      <Stack gap="md">
        <Text size="sm">
          Each signs you in once when your phone is not at hand. They are shown only now: keep them where a thief of your phone does not
          find them, for example on paper.
        </Text>
        <Banner {...banner} inline />
        <ul className={classes.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Group gap="sm">
          <Button variant="default" onClick={() => void copy()} data-autofocus>
            Copy
          </Button>
          <Button variant="default" onClick={() => downloadFile(dated('recovery-codes', 'txt'), new Blob([text], { type: 'text/plain' }))}>
            Download
          </Button>
          <Button variant="default" onClick={() => setPrinting(true)}>
            Print
          </Button>
        </Group>
        <Group justify="flex-end" gap="sm">
          <Button onClick={onClose}>I have kept them</Button>
        </Group>
      </Stack>
      {isPrinting && (
        <PrintSheet size="auto" margin="2cm" onDone={() => setPrinting(false)}>
          <article className={classes.paper}>
            <h2>{title}</h2>
            <p>Each signs in once.</p>
            <ul>
              {codes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
          </article>
        </PrintSheet>
      )}
    </FormModal>
  )
}
