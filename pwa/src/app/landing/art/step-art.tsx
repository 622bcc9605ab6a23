/** A packed box with a shipping label. */
export function ShipArt() {
  return (
    <svg className="art step-art" viewBox="0 0 240 160" aria-hidden="true">
      <ellipse cx="120" cy="138" rx="92" ry="12" className="soft" />
      <path d="M56 62l64-26 64 26-64 26z" className="box-flap" />
      <path d="M56 62l64 26v54L56 116z" className="box-left" />
      <path d="M184 62l-64 26v54l64-26z" className="box-right" />
      <path d="M84 50.600l64 26v18l-12 5v-18L72 55.500z" className="tape" />
      <path d="M132 102l42-17v28l-42 17z" className="white" />
      <path d="M138 108l30-12M138 116l18-7M138 122v5M143 120v5M148 118v5M154 116v5M159 114v5M165 111v5" className="barcode" />
      <g transform="translate(192 34)">
        <circle r="22" className="main" />
        <path d="M0 10V-9M-8-2l8-8 8 8" className="stroke-paper" />
      </g>
    </svg>
  )
}

/** Listings in several windows. */
export function SellArt() {
  return (
    <svg className="art step-art" viewBox="0 0 240 160" aria-hidden="true">
      <ellipse cx="120" cy="146" rx="92" ry="10" className="soft" />
      <g transform="translate(28 40) rotate(-6)">
        <rect width="82" height="92" rx="12" className="paper edge" />
        <rect x="10" y="10" width="62" height="44" rx="7" className="rose" />
        <path d="M30 44l10-22 12 22z" className="white" />
        <rect x="10" y="62" width="44" height="7" rx="3.500" className="line" />
        <rect x="10" y="75" width="28" height="7" rx="3.500" className="leaf" />
      </g>
      <g transform="translate(130 42) rotate(6)">
        <rect width="82" height="92" rx="12" className="paper edge" />
        <rect x="10" y="10" width="62" height="44" rx="7" className="sun" />
        <circle cx="41" cy="32" r="13" className="white" />
        <rect x="10" y="62" width="40" height="7" rx="3.500" className="line" />
        <rect x="10" y="75" width="32" height="7" rx="3.500" className="leaf" />
      </g>
      <g transform="translate(76 22)">
        <rect width="88" height="104" rx="13" className="paper edge lift" />
        <rect x="11" y="11" width="66" height="50" rx="8" className="main" />
        <path d="M30 36a14 14 0 0 1 28 0M27 36h7v13h-7zM54 36h7v13h-7z" className="stroke-paper" />
        <rect x="11" y="70" width="52" height="8" rx="4" className="line" />
        <rect x="11" y="85" width="34" height="8" rx="4" className="leaf" />
      </g>
    </svg>
  )
}

/** A phone that shows incoming money. */
export function GetPaidArt() {
  return (
    <svg className="art step-art" viewBox="0 0 240 160" aria-hidden="true">
      <ellipse cx="120" cy="146" rx="92" ry="10" className="soft" />
      <rect x="80" y="10" width="80" height="136" rx="16" className="dark" />
      <rect x="86" y="17" width="68" height="122" rx="11" className="paper" />
      <circle cx="120" cy="54" r="21" className="leaf" />
      <path d="M120 42v24M127 47c-3-3-13-3-13 2s13 4 13 9-10 5-14 1" className="stroke-paper" />
      <rect x="98" y="86" width="44" height="8" rx="4" className="line" />
      <rect x="98" y="101" width="30" height="8" rx="4" className="line" />
      <rect x="96" y="118" width="48" height="13" rx="6.500" className="main" />
      <circle cx="190" cy="56" r="15" className="sun" />
      <circle cx="190" cy="56" r="9" className="sun-line" />
      <circle cx="48" cy="84" r="12" className="sun" />
      <circle cx="48" cy="84" r="7" className="sun-line" />
    </svg>
  )
}
