import classes from './progress-bar.module.css'

/** Progress bar by the browser's own element, which adds nothing to the till's download. */
export function ProgressBar({ done, of, label }: { readonly done: number; readonly of: number; readonly label: string }) {
  return <progress className={classes.bar} value={of === 0 ? 0 : Math.min(1, done / of)} max={1} aria-label={label} />
}
