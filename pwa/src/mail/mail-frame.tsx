import classes from './mail.module.css'

/** Nothing of a mail runs, and nothing it names is loaded. */
const RULES = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`

/** A mail as its reader sees it, shut off from the app: no scripts, no links, nothing from elsewhere. `html` is a whole page. */
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
