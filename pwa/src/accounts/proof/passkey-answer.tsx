import { Button, Group, Stack } from '@mantine/core'
import type { PasskeyAnswer as Answer } from '@shop/shared/accounts/rules/passkeys.ts'
import { useCall } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { sentenceOf } from '../../ui/error-message.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { answerByPasskey } from './use-passkey.ts'

type Props = {
  readonly label: string
  readonly send: (answer: { readonly passkey: Answer }) => Promise<void>
  readonly onCancel?: () => void
  /** `default`: for one way to sign in among others. */
  readonly look?: 'filled' | 'default'
  readonly isDisabled?: boolean
}

/** Asks the person's device for a passkey. */
export function PasskeyAnswer({ label, send, onCancel, look = 'filled', isDisabled = false }: Props) {
  const call = useCall()
  const { props: banner, fail } = useBanner()
  const { busy, run } = useBusy()
  const ask = () =>
    void run(async () => {
      banner.onClear()
      try {
        await send({ passkey: await answerByPasskey(call) })
      } catch (thrown) {
        fail(sentenceOf(thrown))
      }
    })
  return (
    <Stack gap="md">
      <Banner {...banner} inline />
      <Group justify="flex-end" gap="sm">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          variant={look}
          onClick={ask}
          loading={busy}
          aria-busy={busy}
          disabled={isDisabled}
          {...(onCancel ? { autoFocus: true } : { fullWidth: true })}
        >
          {label}
        </Button>
      </Group>
    </Stack>
  )
}
