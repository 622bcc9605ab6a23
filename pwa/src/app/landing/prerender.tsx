import { renderToStaticMarkup } from 'react-dom/server'
import { LandingHead } from './landing-head.tsx'
import { LandingPage } from './landing-page.tsx'

/** The page as HTML with placeholders for the brand. Called by the build (vite.landing.ts). */
export function renderLanding(): { head: string; body: string } {
  return { head: renderToStaticMarkup(<LandingHead />), body: renderToStaticMarkup(<LandingPage />) }
}
