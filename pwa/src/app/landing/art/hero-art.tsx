import type { ReactNode } from 'react'

/** A tile for one platform; its symbol is centred. */
function Platform({ x, y, children }: { readonly x: number; readonly y: number; readonly children: ReactNode }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect x="-32" y="-32" width="64" height="64" rx="18" className="paper edge" />
      <g className="ink">{children}</g>
    </g>
  )
}

/** An open box whose goods fly to six selling platforms. */
export function HeroArt() {
  return (
    <svg className="art hero-art" viewBox="0 0 600 520" aria-hidden="true">
      <circle cx="300" cy="270" r="232" className="soft" />
      <circle cx="300" cy="270" r="168" className="softer" />
      <Platforms />
      <Goods />
      <OpenBox />
      <SoldNotice />
      <Coins />
    </svg>
  )
}

function Platforms() {
  return (
    <>
      <g className="route">
        <path d="M282 250C240 200 160 190 92 196" />
        <path d="M288 236C262 160 208 116 158 86" />
        <path d="M300 230C296 150 298 108 300 72" />
        <path d="M312 236C338 160 392 116 442 86" />
        <path d="M318 250C360 200 440 190 508 196" />
        <path d="M330 300C400 280 450 300 520 330" />
      </g>
      <Platform x={78} y={196}>
        <path d="M-14-3v15h28V-3M-17-12h34l3 8a6 6 0 0 1-10 2 6 6 0 0 1-10 0 6 6 0 0 1-10 0 6 6 0 0 1-10-2zM-4 12V4h8v8" />
      </Platform>
      <Platform x={140} y={76}>
        <path d="M-17-14h6l5 18h16l5-13H-9M-4 12h.01M8 12h.01" />
      </Platform>
      <Platform x={300} y={46}>
        <path d="M-13-6h26l2 20h-30zM-7-6v-3a7 7 0 0 1 14 0v3" />
      </Platform>
      <Platform x={460} y={76}>
        <circle r="15" />
        <path d="M-15 0h30M0-15c-9 9-9 21 0 30M0-15c9 9 9 21 0 30" />
      </Platform>
      <Platform x={524} y={196}>
        <path d="M-15-13h14L15 3 3 15-15-3zM-8-7h.01" />
      </Platform>
      <Platform x={538} y={336}>
        <rect x="-9" y="-16" width="18" height="32" rx="4" />
        <path d="M-2 11h4" />
      </Platform>
    </>
  )
}

/** A camera, a jar and a game controller in flight. */
function Goods() {
  return (
    <g className="goods">
      <g transform="translate(214 196) rotate(-12)">
        <rect x="-44" y="-28" width="88" height="60" rx="12" className="dark" />
        <path d="M-18-28l6-12h24l6 12z" className="dark" />
        <circle cy="2" r="21" className="white" />
        <circle cy="2" r="13" className="main" />
        <circle cx="-4" cy="-2" r="4" className="white" />
        <rect x="24" y="-20" width="12" height="7" rx="3" className="sun" />
      </g>
      <g transform="translate(306 166) rotate(6)">
        <rect x="-26" y="-36" width="52" height="76" rx="9" className="rose" />
        <path d="M-26-20a9 7 0 0 1 52 0" className="white" opacity=".35" />
        <ellipse cy="-36" rx="24" ry="7" className="white" />
        <circle cy="8" r="15" className="white" />
        <path d="M-7 8l5 5 9-10" className="stroke-rose" />
      </g>
      <g transform="translate(396 204) rotate(14)">
        <rect x="-40" y="-20" width="80" height="46" rx="22" className="main" />
        <path d="M-24-5v16M-32 3h16" className="stroke-paper" />
        <circle cx="18" cy="-3" r="5" className="sun" />
        <circle cx="28" cy="8" r="5" className="leaf" />
      </g>
    </g>
  )
}

function OpenBox() {
  return (
    <g className="box">
      <path d="M166 300l134-54 134 54-134 54z" className="box-in" />
      <path d="M166 300l134 54v128l-134-56z" className="box-left" />
      <path d="M434 300l-134 54v128l134-56z" className="box-right" />
      <path d="M166 300l-48 34 132 56 50-36z" className="box-flap" />
      <path d="M434 300l48 34-132 56-50-36z" className="box-flap-dark" />
      <path d="M340 398l62-26v46l-62 26z" className="white" />
      <path d="M348 406l46-19M348 416l30-12M348 428v8M354 425v9M360 423v8M366 420v9M374 417v8M380 414v9M388 411v8" className="barcode" />
      <path d="M186 348l52 22v20l-52-22z" className="tape" />
    </g>
  )
}

function SoldNotice() {
  return (
    <g transform="translate(30 372)">
      <rect width="176" height="70" rx="18" className="paper edge lift" />
      <circle cx="36" cy="35" r="19" className="leaf" />
      <path d="M27 35l7 7 12-13" className="stroke-paper" />
      <rect x="68" y="20" width="56" height="10" rx="5" className="line" />
      <rect x="68" y="40" width="86" height="12" rx="6" className="leaf" />
    </g>
  )
}

function Coins() {
  return (
    <g transform="translate(452 414)">
      <ellipse cx="36" cy="58" rx="44" ry="13" className="sun-dark" />
      <ellipse cx="36" cy="50" rx="44" ry="13" className="sun" />
      <ellipse cx="36" cy="36" rx="44" ry="13" className="sun-dark" />
      <ellipse cx="36" cy="28" rx="44" ry="13" className="sun" />
      <ellipse cx="40" cy="14" rx="44" ry="13" className="sun-dark" />
      <ellipse cx="40" cy="6" rx="44" ry="13" className="sun" />
      <ellipse cx="40" cy="6" rx="31" ry="8" className="sun-line" />
    </g>
  )
}
