import classes from './key-hint.module.css'

/** The key that does the same, beside a button or a field; not shown where there is no keyboard. */
export function KeyHint({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className={classes.hint} aria-hidden="true">
      {keys.map((key) => (
        <kbd key={key} className={classes.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
