import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { confirmCodesCall, startCodesCall } from '@shop/shared/accounts/calls/second-factor.ts'
import { codeSchema } from '@shop/shared/accounts/rules/second-factor.ts'
import type { OutputOf } from '@shop/shared/kernel/define-call.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { drawingSVG, qrcode } from 'bwip-js/browser'
import { useCallback, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useCall } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { sentenceOf } from '../../ui/error-message.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { useShopForm } from '../../ui/use-shop-form.ts'
import classes from './security.module.css'

const schema = z.object({ code: codeSchema })

type Started = OutputOf<typeof startCodesCall>

/** `recoveryCodes`: null when codes were not switched on, empty when the earlier recovery codes remain. */
type Props = { readonly onClose: (recoveryCodes: readonly string[] | null) => void }

/** Shows a secret for an authenticator app, and switches codes on when the person enters a first code. */
export default function CodesModal({ onClose }: Props) {
  const { started, problem, start } = useStarted()
  const cancel = () => onClose(null)
  return (
    <FormModal title="Set up codes" onClose={cancel} size="md">
      {started ? (
        <Stack gap="md">
          <Text size="sm">
            Open an app for codes on your phone, such as the password app of your phone or an authenticator app, and let it scan this
            picture.
          </Text>
          <img className={classes.picture} src={qrPicture(started.url)} alt="QR code for an authenticator app" />
          <Text size="sm">If it cannot scan, type this key into the app:</Text>
          <code className={classes.secret}>{started.secret.match(/.{1,4}/g)?.join(' ')}</code>
          <FirstCodeForm ticket={started.ticket} onConfirmed={onClose} onCancel={cancel} />
        </Stack>
      ) : problem === null ? (
        <Skeleton height={320} role="status" aria-label="Loading..." />
      ) : (
        <Stack gap="md">
          <Banner message={{ text: problem, isError: true }} onClear={() => undefined} inline />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
            <Button onClick={start}>Try again</Button>
          </Group>
        </Stack>
      )}
    </FormModal>
  )
}

/** Fetches a new secret from the server. */
function useStarted() {
  const call = useCall()
  const [started, setStarted] = useState<Started | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const start = useCallback(() => {
    setProblem(null)
    call(startCodesCall, {}).then(setStarted, (thrown: unknown) => setProblem(sentenceOf(thrown)))
  }, [call])
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    start()
  }, [start])
  return { started, problem, start }
}

type FirstCodeProps = {
  readonly ticket: string
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void
  readonly onCancel: () => void
}

function FirstCodeForm({ ticket, onConfirmed, onCancel }: FirstCodeProps) {
  const call = useCall()
  const { props: banner, fail } = useBanner()
  const { busy, run } = useBusy()
  const { form, element, submit, mark } = useShopForm({ initialValues: { code: '' }, schema, onChange: banner.onClear })
  const send = submit(({ code }) =>
    run(async () => {
      banner.onClear()
      try {
        onConfirmed((await call(confirmCodesCall, { body: { ticket, code } })).recoveryCodes)
      } catch (thrown) {
        if (thrown instanceof Refusal && thrown.fields) mark(thrown.fields)
        else fail(sentenceOf(thrown))
      }
    }),
  )
  return (
    <form ref={element} onSubmit={send} noValidate>
      <Stack gap="md">
        <Banner {...banner} inline />
        <TextInput
          label="Code"
          description="The six digits the app shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.getInputProps('code')}
          data-autofocus
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} aria-busy={busy}>
            Switch codes on
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Renders the QR code as an image from a data URL, so that the library's markup is never inserted into the page. */
function qrPicture(text: string): string {
  const svg = qrcode({ bcid: 'qrcode', text, scale: 4, paddingwidth: 4, paddingheight: 4, backgroundcolor: 'FFFFFF' }, drawingSVG())
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
