import type { ReactNode } from 'react'
import classes from './page.module.css'

type Props = {
  /** The screen's one h1. */
  readonly title: string
  readonly subtitle?: ReactNode
  /** Buttons at the end of the title line. */
  readonly actions?: ReactNode
  /** `narrow`: forms and reading. `wide`: tables. `fill`: takes the window's height and scrolls inside. */
  readonly layout?: 'wide' | 'narrow' | 'fill'
  readonly children: ReactNode
}

export function Page({ title, subtitle, actions, layout = 'wide', children }: Props) {
  return (
    <div className={classes.page} data-layout={layout}>
      <PageHeader title={title} subtitle={subtitle} actions={actions} />
      {children}
    </div>
  )
}

export function PageHeader({ title, subtitle, actions }: Pick<Props, 'title' | 'subtitle' | 'actions'>) {
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        <h1 className={classes.title}>{title}</h1>
        {subtitle !== undefined && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}

type SectionProps = {
  readonly title?: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <section className={classes.section} {...(title === undefined ? {} : { 'aria-label': title })}>
      {title !== undefined && (
        <div className={classes.sectionHead}>
          <div className={classes.titles}>
            <h2 className={classes.sectionTitle}>{title}</h2>
            {description !== undefined && <p className={classes.subtitle}>{description}</p>}
          </div>
          {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
