import classes from './mail.module.css'

/** The mail runs no script and loads no resource. */
const RULES = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`

/** Renders a mail isolated from the app. `html` is a whole page. */
export function MailFrame({ html, title }: { readonly html: string; readonly title: string }) {
  return (
    <iframe
      className={classes.frame}
      title={title}
      sandbox=""
      referrerPolicy="no-referrer"
      srcDoc={html.replace('<head>', `<head>${RULES}`)}
    />
  )
}
