import { IconAlertTriangle, IconCircleCheck, IconClockPause, IconCloudUp, IconDeviceTabletCheck } from '@tabler/icons-react'
import type { CommandState } from '../sync/api.ts'
import { Tag, type Tone } from './tag.tsx'

const LOOKS: Record<CommandState, { readonly tone: Tone; readonly text: string; readonly Icon: typeof IconCloudUp }> = {
  saved: { tone: 'neutral', text: 'Saved on this device', Icon: IconDeviceTabletCheck },
  sending: { tone: 'info', text: 'Sending', Icon: IconCloudUp },
  waits: { tone: 'warn', text: 'Waits for another device', Icon: IconClockPause },
  synced: { tone: 'good', text: 'Synced', Icon: IconCircleCheck },
  attention: { tone: 'bad', text: 'Needs attention', Icon: IconAlertTriangle },
}

export function CommandStateTag({ state }: { readonly state: CommandState }) {
  const { tone, text, Icon } = LOOKS[state]
  return (
    <Tag tone={tone} icon={<Icon aria-hidden="true" />}>
      {text}
    </Tag>
  )
}
