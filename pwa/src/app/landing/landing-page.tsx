import { HeroArt } from './art/hero-art.tsx'
import { brandText, IfBrandHas } from './branded.tsx'
import { FastPayouts, HowItWorks, Pricing, StartToday, Tracking, WhatWeAccept, WhatWeDo } from './sections.tsx'
import { ChatLink, LoginButton, LoginLink, StartButton } from './ways.tsx'

const CLAIMS = [
  { figure: '6+', text: 'selling platforms' },
  { figure: '30%', text: 'higher returns' },
  { figure: '48 h', text: 'payouts within 48 hours' },
]

/** `/`: presents the shop to visitors. Rendered by the build; landing-entry.ts makes it interactive. */
export function LandingPage() {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <PageHead />
      <main id="main">
        <Hero />
        <Ticker />
        <WhatWeDo />
        <HowItWorks />
        <WhatWeAccept />
        <Tracking />
        <FastPayouts />
        <IfBrandHas name="membership">
          <Pricing />
        </IfBrandHas>
        <StartToday />
      </main>
      <PageFoot />
    </>
  )
}

function PageHead() {
  return (
    <header className="head">
      <div className="wide head-row">
        <a className="brand" href="/">
          <img src="/icons/icon.svg" alt="" width={36} height={36} />
          {brandText('title')}
        </a>
        <nav className="head-links" aria-label="On this page">
          <a href="#how-it-works">How it works</a>
          <a href="#what-we-accept">What we accept</a>
          <a href="#payouts">Payouts</a>
          <IfBrandHas name="membership">
            <a href="#pricing">Pricing</a>
          </IfBrandHas>
        </nav>
        <LoginButton />
      </div>
    </header>
  )
}

function Hero() {
  return (
    <section className="hero" aria-labelledby="headline">
      <div className="wide hero-grid">
        <div className="hero-words">
          <h1 id="headline">
            Sell More. <span className="accent">Stress Less.</span>
          </h1>
          <p className="lead">
            Ship us what you want to sell. We list it on 6+ selling platforms, you watch every sale as it happens, and your payout reaches
            you within 48 hours.
          </p>
          <div className="acts">
            <StartButton />
            <ChatLink />
          </div>
          <ul className="claims">
            {CLAIMS.map(({ figure, text }) => (
              <li key={figure}>
                <strong>{figure}</strong>
                <span>{text}</span>
              </li>
            ))}
          </ul>
        </div>
        <HeroArt />
      </div>
    </section>
  )
}

function PageFoot() {
  return (
    <footer className="foot">
      <div className="wide foot-row">
        <span className="brand">
          <img src="/icons/icon.svg" alt="" width={28} height={28} />
          {brandText('title')}
        </span>
        <nav className="foot-links" aria-label="Contact">
          <IfBrandHas name="contact">
            <a href={`mailto:${brandText('contact')}`}>{brandText('contact')}</a>
          </IfBrandHas>
          <ChatLink className="plain" />
          <LoginLink />
        </nav>
      </div>
    </footer>
  )
}

/** The latest sales, filled in by ticker.ts. */
function Ticker() {
  return (
    <section className="ticker" aria-labelledby="just-sold" data-state="loading">
      <div className="wide ticker-head">
        <h2 id="just-sold">
          <span className="live" aria-hidden="true" />
          Just Sold!
        </h2>
        <button type="button" className="pause" hidden>
          <svg viewBox="0 0 24 24" aria-hidden="true" className="glyph">
            <path className="when-moving" d="M9 6v12M15 6v12" />
            <path className="when-paused" d="m8 5 11 7-11 7z" />
          </svg>
          <span>Pause</span>
        </button>
      </div>
      <div className="ticker-view">
        <p className="ticker-message" role="status">
          Loading recent sales...
        </p>
        <div className="ticker-track" />
      </div>
    </section>
  )
}
