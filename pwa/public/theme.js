// Runs before the first paint, so that a dark device never flashes white. The choice is kept by the app under this key (spec §3).
try {
  if (localStorage.getItem('theme') === 'dark') {
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark')
    document.querySelector('meta[name="theme-color"]').setAttribute('content', '#0e0e10')
  }
} catch {
  // storage is blocked: light, as for everyone who has not chosen
}
