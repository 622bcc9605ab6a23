import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Tone } from '../../ui/tag.tsx'
import classes from './notices.module.css'

type NoticeProps = { readonly tone: Tone; readonly children: ReactNode; readonly action?: ReactNode }

export function Notice({ tone, children, action }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role="status">
      {tone === 'info' ? <IconInfoCircle aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />}
      <span className={classes.text}>{children}</span>
      {action}
    </div>
  )
}
