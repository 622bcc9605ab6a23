import { ACCEPTED } from './art/accepted-art.tsx'
import { PayoutArt } from './art/payout-art.tsx'
import { GetPaidArt, SellArt, ShipArt } from './art/step-art.tsx'
import { TrackingArt } from './art/tracking-art.tsx'
import { brandText, IfBrandHas, IfBrandLacks } from './branded.tsx'
import { ChatLink, StartButton } from './ways.tsx'

const WHAT = [
  { figure: '6+', title: 'selling platforms', text: 'One box from you, offered wherever buyers look. The listings are our work.' },
  { figure: '30%', title: 'higher returns', text: 'Items sell where they bring the most, not where they are easiest to list.' },
  { figure: '48', title: 'hours to your payout', text: 'What you are owed grows with every sale, and is yours when you ask for it.' },
]

export function WhatWeDo() {
  return (
    <section className="band" aria-labelledby="what-we-do">
      <div className="wide">
        <h2 id="what-we-do">What We Do</h2>
        <p className="band-lead">
          You have goods, we have the buyers. We sell for you on consignment, and you get your share of every sale, without writing a single
          listing.
        </p>
        <ul className="cards three">
          {WHAT.map(({ figure, title, text }) => (
            <li key={title} className="card figure-card">
              <h3>
                <strong>{figure}</strong> {title}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const STEPS = [
  {
    Art: ShipArt,
    title: 'Ship your items',
    text: (
      <>
        <IfBrandHas name="postalLabels">
          Pack boxes under 70 lbs, print a postal shipping label from your dashboard, and send them off.
        </IfBrandHas>
        <IfBrandLacks name="postalLabels">
          Pack boxes under 70 lbs, print a packing slip from your dashboard, and send them off.
        </IfBrandLacks>
      </>
    ),
  },
  { Art: SellArt, title: 'We list and sell', text: 'Everything is booked into your inventory and listed on 6+ selling platforms.' },
  { Art: GetPaidArt, title: 'Get paid', text: 'Each sale is added to your balance at once. Request a payout whenever you like.' },
]

export function HowItWorks() {
  return (
    <section className="band tinted" aria-labelledby="how-it-works">
      <div className="wide">
        <h2 id="how-it-works">How It Works</h2>
        <p className="band-lead">Three steps, and most of them are ours.</p>
        <ol className="steps">
          {STEPS.map(({ Art, title, text }) => (
            <li key={title} className="step">
              <Art />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

export function WhatWeAccept() {
  return (
    <section className="band" aria-labelledby="what-we-accept">
      <div className="wide">
        <h2 id="what-we-accept">What We Accept</h2>
        <p className="band-lead">Famous or unheard of: if it is genuine, somebody is looking for it.</p>
        <ul className="cards five">
          {ACCEPTED.map(({ Art, title, text }) => (
            <li key={title} className="card accept-card">
              <Art />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <p className="notice">
          <svg viewBox="0 0 24 24" aria-hidden="true" className="glyph">
            <path d="m12 3 7.500 2.800v5.400c0 4.600-3 8.300-7.500 9.800-4.500-1.500-7.500-5.200-7.500-9.800V5.800z" />
            <path d="m8.800 12 2.300 2.300 4.200-4.600" />
          </svg>
          <span>
            <strong>Items must be authentic.</strong> Boxes stay under 70 lbs.
          </span>
        </p>
      </div>
    </section>
  )
}

export function Tracking() {
  return (
    <section className="band tinted" aria-labelledby="tracking">
      <div className="wide split">
        <div>
          <h2 id="tracking">Real-Time Tracking</h2>
          <p className="band-lead">Your dashboard shows what is on the shelf, what was just sold and what you are owed, on any device.</p>
          <ul className="ticks">
            <li>Your inventory, searchable by name, barcode or location</li>
            <li>Every sale as it happens, with your share</li>
            <li>Your shipments, from your door to our shelf</li>
            <li>A marketplace to buy from and sell to other members</li>
          </ul>
        </div>
        <TrackingArt />
      </div>
    </section>
  )
}

export function FastPayouts() {
  return (
    <section className="band" aria-labelledby="payouts">
      <div className="wide split turned">
        <PayoutArt />
        <div>
          <h2 id="payouts">Fast Payouts</h2>
          <p className="band-lead">Payouts within 48 hours of your request.</p>
          <ul className="ticks">
            <li>Request any part of your balance, any day</li>
            <li>By CashApp or Venmo</li>
            <li>Every payout listed, with its date and state</li>
          </ul>
        </div>
      </div>
    </section>
  )
}

/** The price of the membership, for brands that have one. */
export function Pricing() {
  return (
    <section className="band tinted" aria-labelledby="pricing">
      <div className="wide price-wide">
        <h2 id="pricing">Pricing</h2>
        <p className="band-lead">One membership, everything in it.</p>
        <div className="card price">
          <p className="amount">
            <strong>$5</strong> per month
          </p>
          <ul className="ticks">
            <li>Selling on 6+ platforms</li>
            <IfBrandHas name="postalLabels">
              <li>Postal shipping labels from your dashboard</li>
            </IfBrandHas>
            <li>Real-time tracking of stock and sales</li>
            <li>Payouts within 48 hours</li>
            <li>The marketplace of the members</li>
          </ul>
          <StartButton />
          <p className="small">Subscribe with the e-mail address you sign in with.</p>
        </div>
      </div>
    </section>
  )
}

export function StartToday() {
  return (
    <section className="start" aria-labelledby="start-today">
      <div className="wide start-box">
        <h2 id="start-today">Start Today</h2>
        <p>Pack your first box. We take it from there.</p>
        <div className="acts">
          <StartButton />
          <ChatLink />
        </div>
        <IfBrandHas name="contact">
          <p className="small">
            Questions? Write to <a href={`mailto:${brandText('contact')}`}>{brandText('contact')}</a>
          </p>
        </IfBrandHas>
      </div>
    </section>
  )
}
