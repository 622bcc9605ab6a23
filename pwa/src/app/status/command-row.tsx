import type { ReactNode } from 'react'
import { type PendingEntry, useLive } from '../../sync/api.ts'
import { HERE } from '../../ui/moments.ts'
import { commandWords } from './command-words.ts'
import classes from './pending-list.module.css'

type Command = Pick<PendingEntry, 'name' | 'args' | 'at'>

/** Names a command and its subject from the current rows of the replica. */
export function useCommandWords(command: Command): { title: string; detail: string } {
  // serialised, so that an unchanged text causes no render
  return JSON.parse(useLive((view) => JSON.stringify(commandWords(command, view)), [command]))
}

export function CommandFacts({ command, children }: { readonly command: Command; readonly children?: ReactNode }) {
  const { title, detail } = useCommandWords(command)
  return (
    <div className={classes.what}>
      <span className={classes.title}>{title}</span>
      {detail !== '' && <span className={classes.detail}>{detail}</span>}
      <span className={classes.meta}>
        <time dateTime={new Date(command.at).toISOString()}>{HERE.moment(command.at)}</time>
      </span>
      {children}
    </div>
  )
}
