// Runs before the first paint, so that a page in the dark theme never flashes white. The app stores the choice under this key.
try {
  if (localStorage.getItem('theme') === 'dark') {
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark')
    document.querySelector('meta[name="theme-color"]').setAttribute('content', '#0e0e10')
  }
} catch {
  // storage is blocked: the page stays light, as for everyone who has not chosen
}
