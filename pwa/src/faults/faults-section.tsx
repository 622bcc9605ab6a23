import { type ListedFault, listFaultsCall } from '@shop/shared/faults/calls.ts'
import { FAULT_KEEP_DAYS } from '@shop/shared/faults/schema.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useCall } from '../sync/api.ts'
import { AskedSection } from '../ui/asked-section.tsx'
import { counted } from '../ui/counted.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { EventEntry, EventList } from '../ui/event-list.tsx'
import { useMoments } from '../ui/use-moments.ts'
import classes from './faults.module.css'

/** Lists the faults of the app that devices reported. */
export function FaultsSection() {
  const call = useCall()
  const question = useCallback(() => call(listFaultsCall, {}), [call])
  return (
    <AskedSection
      title="Errors of the app"
      describe={() =>
        'What failed on devices whose users agreed to report it, without names, prices or typed text. Send these to the person who looks after the app.'
      }
      offline="You are offline. Reported errors are shown when the server is reached again."
      question={question}
    >
      {({ faults }) =>
        faults.length === 0 ? (
          <EmptyState
            icon={<IconCircleCheck />}
            title="No error reported"
            hint={`What devices reported in the last ${FAULT_KEEP_DAYS} days is listed here.`}
          />
        ) : (
          <EventList label="Reported errors of the app">
            {faults.map((fault) => (
              <Entry key={fault.id} fault={fault} />
            ))}
          </EventList>
        )
      }
    </AskedSection>
  )
}

const KINDS: Readonly<Record<ListedFault['kind'], string>> = {
  screen: 'A screen could not be drawn',
  script: 'A part of the app failed',
  promise: 'Something in the background failed',
}

function Entry({ fault }: { readonly fault: ListedFault }) {
  const { moment } = useMoments()
  const [firstMs, lastMs] = [Date.parse(fault.firstAt), Date.parse(fault.lastAt)]
  const often = fault.times === 1 ? 'once' : `${counted(fault.times, 'time')} since ${moment(firstMs)}`
  return (
    <EventEntry what={`${KINDS[fault.kind]}: ${fault.screen}`} atMs={lastMs} when={moment(lastMs)}>
      <span className={classes.note}>{`${fault.name}, ${fault.browser}, ${often}`}</span>
      <details>
        <summary className={classes.note}>Where in the app</summary>
        <pre className={classes.places}>{fault.places.join('\n') || 'Not known'}</pre>
      </details>
    </EventEntry>
  )
}
