import type { ReactNode } from 'react'
import { PRODUCT_NAME } from './brand.ts'
import classes from './entry-page.module.css'
import { Link } from './router.tsx'

type Props = { readonly title: string; readonly subtitle?: ReactNode; readonly children: ReactNode; readonly foot?: ReactNode }

/** Frame of sign-in, set-up and membership screens: one card in the middle of an empty page. */
export function EntryPage({ title, subtitle, children, foot }: Props) {
  return (
    <main className={classes.page}>
      <Link to="/" className={classes.brand}>
        <img src="/icons/icon.svg" alt="" width={36} height={36} className={classes.mark} />
        {PRODUCT_NAME}
      </Link>
      <section className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        {subtitle !== undefined && <p className={classes.subtitle}>{subtitle}</p>}
        {children}
      </section>
      {foot !== undefined && <div className={classes.foot}>{foot}</div>}
    </main>
  )
}
