import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useSyncStatus } from '../sync/api.ts'
import classes from './asked-section.module.css'
import { Section } from './page.tsx'
import { useAsking } from './use-asking.ts'

type Props<Answer> = {
  readonly title: string
  /** Describes the section; null until the server has answered. */
  readonly describe: (answer: Answer | null) => string
  /** Says that the answer comes when the server is reached again. */
  readonly offline: string
  /** Asks the server. The same function as long as the question is the same. */
  readonly question: () => Promise<Answer>
  readonly children: (answer: Answer) => ReactNode
}

/** A section whose content only the server knows: asked for when the device comes online, and again by *Refresh*. */
export function AskedSection<Answer>({ title, describe, offline, question, children }: Props<Answer>) {
  const { online } = useSyncStatus()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { ask, problem } = useAsking()
  const load = useCallback(() => ask(question, (given) => setAnswer(() => given)), [ask, question])
  useEffect(() => {
    if (online) void load()
  }, [online, load])

  return (
    <Section
      title={title}
      description={describe(answer)}
      actions={
        <Button variant="default" disabled={!online} onClick={() => void load()}>
          Refresh
        </Button>
      }
    >
      {!online && <p className={classes.note}>{offline}</p>}
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {answer === null ? online && problem === null && <Skeleton height={64} role="status" aria-label="Loading..." /> : children(answer)}
    </Section>
  )
}
