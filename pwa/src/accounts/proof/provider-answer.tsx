import { Button, Group, Stack, Text } from '@mantine/core'
import { getProofWaysCall, startProviderProofCall } from '@shop/shared/accounts/calls/proof.ts'
import { PROVIDER_NAMES, type ProviderId } from '@shop/shared/accounts/rules/providers.ts'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { sentenceOf } from '../../ui/error-message.ts'
import { failureWords } from '../provider-words.ts'
import { listenForProviderProof } from './provider-window.ts'

type Props = { readonly provider: ProviderId; readonly onProved: () => void; readonly onCancel: () => void }

/** Lets people prove their identity at a provider. This happens in a separate window, so that this page keeps the typed text. */
export function ProviderAnswer({ provider, onProved, onCancel }: Props) {
  const call = useCall()
  const { props: banner, fail } = useBanner()
  const [isAway, setAway] = useState(false)
  const proved = useRef(onProved)
  proved.current = onProved

  useEffect(() => {
    if (!isAway) return
    let isGone = false
    const look = () => {
      call(getProofWaysCall, {}).then(
        ({ isRecent }) => !isGone && isRecent && proved.current(),
        () => undefined,
      )
    }
    const stop = listenForProviderProof((error) => {
      if (error === null) return look()
      setAway(false)
      // for a proof it does not matter which user has linked the provider's account
      const reason = error === 'taken' ? null : failureWords(PROVIDER_NAMES[provider], error).reason
      fail(reason ?? `${PROVIDER_NAMES[provider]} did not confirm that it is you. Please try again.`)
    })
    // the window may have closed without reporting a result, or may not share this page's storage
    window.addEventListener('focus', look)
    return () => {
      isGone = true
      stop()
      window.removeEventListener('focus', look)
    }
  }, [isAway, call, provider, fail])

  const open = async () => {
    banner.onClear()
    // opened before any await, because browsers open windows only while they handle a press
    const opened = window.open('', '_blank', 'popup,width=520,height=680')
    if (!opened) return fail('This browser opens no window. Please allow it for the shop’s address, and try again.')
    try {
      const { url } = await call(startProviderProofCall, { params: { provider } })
      opened.location.href = url
      setAway(true)
    } catch (thrown) {
      opened.close()
      fail(sentenceOf(thrown))
    }
  }
  return (
    <Stack gap="md">
      <Banner {...banner} inline />
      {isAway && (
        <Text size="sm" role="status">
          Waiting for {PROVIDER_NAMES[provider]}, in the other window...
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={() => void open()} autoFocus>
          Continue with {PROVIDER_NAMES[provider]}
        </Button>
      </Group>
    </Stack>
  )
}
