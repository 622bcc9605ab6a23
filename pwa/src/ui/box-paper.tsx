import { Fragment, type ReactNode } from 'react'
import { barcodePicture } from './barcode-picture.ts'
import classes from './box-paper.module.css'
import { PrintSheet } from './print-sheet.tsx'

type Props = {
  /** Lines of both addresses; empty ones are left out. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** Printed below the sender. */
  readonly fromNote?: string | undefined
  /** Printed below the destination. */
  readonly toNote?: string | undefined
  readonly barcode: string
  readonly title?: string
  readonly facts: readonly (readonly [label: string, value: ReactNode])[]
  readonly onDone: () => void
}

/** A paper for a box, 4 × 6 inches, that prints once: sender, destination, and content. */
export function BoxPaper({ from, fromNote, to, toNote, barcode, title, facts, onDone }: Props) {
  return (
    <PrintSheet size="4in 6in" margin="0.2in" onDone={onDone}>
      <article className={classes.paper}>
        {from.some((line) => line.trim() !== '') && (
          <section>
            <h2 className={classes.head}>From</h2>
            <Lines lines={from} />
            {fromNote !== undefined && <p className={classes.note}>{fromNote}</p>}
          </section>
        )}
        <section className={classes.to}>
          <h2 className={classes.head}>Ship to</h2>
          <Lines lines={to} />
          {toNote !== undefined && <p className={classes.note}>{toNote}</p>}
        </section>
        <section className={classes.details}>
          {title !== undefined && <h2 className={classes.head}>{title}</h2>}
          <dl className={classes.facts}>
            {facts.map(([label, value]) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </Fragment>
            ))}
          </dl>
          <img className={classes.code} src={barcodePicture(barcode, 12)} alt={`Barcode ${barcode}`} />
          <p className={classes.digits}>{barcode}</p>
        </section>
      </article>
    </PrintSheet>
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <address className={classes.address}>
      {lines
        .filter((line) => line.trim() !== '')
        .map((line) => (
          <bdi key={line}>{line}</bdi>
        ))}
    </address>
  )
}
