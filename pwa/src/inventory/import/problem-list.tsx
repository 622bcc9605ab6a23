import type { ImportProblem } from '@shop/shared/inventory/rules/import-rows.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { Tag } from '../../ui/tag.tsx'
import classes from '../inventory.module.css'

const ROW_PX = 64
const OVERSCAN = 6

/** Every problem of a file with its line. Virtualised: only visible rows exist. */
export function ProblemList({ problems }: { problems: readonly ImportProblem[] }) {
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: problems.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls
    <section ref={scroller} className={classes.problems} aria-label="Problems" tabIndex={0}>
      <ul className={classes.problemBody} style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <ProblemRow key={key} problem={problems[index] as ImportProblem} measure={virtual.measureElement} index={index} start={start} />
        ))}
      </ul>
    </section>
  )
}

type RowProps = { problem: ImportProblem; index: number; start: number; measure: (element: HTMLElement | null) => void }

function ProblemRow({ problem, index, start, measure }: RowProps) {
  const { line, column, value, message, severity } = problem
  return (
    <li ref={measure} data-index={index} className={classes.problem} style={{ transform: `translateY(${start}px)` }}>
      <div className={classes.problemHead}>
        <strong>{`Line ${line}`}</strong>
        <Tag tone={severity === 'error' ? 'bad' : 'warn'}>{severity === 'error' ? 'Error' : 'Warning'}</Tag>
        <span>{column}</span>
        {value !== '' && <code className={classes.problemValue}>{value.length > 80 ? `${value.slice(0, 80)}…` : value}</code>}
      </div>
      <div>{message}</div>
    </li>
  )
}
