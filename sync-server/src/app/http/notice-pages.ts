// Pages for people whom the server refuses before the app is there.

/** Builds the page for a host that does not belong to the shop. It needs no escaping, because a host contains no character that is special in
 *  HTML. */
export const unknownHostPage = (host: string) =>
  page(
    'Not an address of this shop',
    `<h1>The shop does not answer under this address</h1>
<p>You came by <code>${host}</code>, which nobody has confirmed as an address of this shop. Please check the spelling, or ask the shop.</p>
<p>If you run the shop: open it by an address that works, such as <code>localhost</code> on its own machine, and confirm this one under
<b>Settings</b>. Or run on the server: <code>npm run admin -- confirm-host ${host}</code>. Or set <code>PUBLIC_URL</code>.</p>`,
  )

/** Builds the page for a network that asks for pages too often. */
export const tooManyPage = (waitSeconds: number) =>
  page(
    'Please wait a moment',
    `<h1>Please wait a moment</h1>
<p>Too many pages were opened from your network. Please try again in ${waitSeconds === 1 ? 'a second' : `${waitSeconds} seconds`}.</p>`,
  )

const page = (title: string, main: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
  body { margin: 15vh auto 0; max-width: 34rem; padding: 0 1.5rem; font: 1rem/1.6 system-ui, sans-serif; color: #1f2328; background: #fff }
  h1 { font-size: 1.5rem; line-height: 1.3 }
  code { font-size: .9rem; padding: .1rem .3rem; border-radius: .25rem; background: #f0f0f3; overflow-wrap: anywhere }
  @media (prefers-color-scheme: dark) { body { color: #e6e6ea; background: #151518 } code { background: #2a2a30 } }
</style>
<main>
${main}
</main>
</html>
`
