/** A clock showing two days, and a banknote on its way home. */
export function PayoutArt() {
  return (
    <svg className="art wide-art" viewBox="0 0 560 400" aria-hidden="true">
      <circle cx="240" cy="204" r="180" className="soft" />
      <circle cx="240" cy="204" r="132" className="paper edge lift" />
      <circle cx="240" cy="204" r="112" className="dial" />
      <circle cx="240" cy="204" r="112" className="dial-run" pathLength="100" />
      <g className="ink-thin">
        <path d="M240 108v14M240 286v14M144 204h14M322 204h14" />
      </g>
      <text x="240" y="222" className="art-figure">
        48
      </text>
      <text x="240" y="256" className="art-unit">
        hours
      </text>
      <g transform="translate(322 66) rotate(12)">
        <rect width="190" height="100" rx="14" className="leaf" />
        <rect x="10" y="10" width="170" height="80" rx="9" className="stroke-paper-thin" />
        <circle cx="95" cy="50" r="24" className="white" />
        <path d="M95 36v28M103 42c-4-4-16-3-16 2s16 5 16 10-12 6-16 2" className="stroke-leaf" />
        <path d="M28 50h22M140 50h22" className="stroke-paper-thin" />
      </g>
      <g transform="translate(360 268)">
        <rect width="170" height="78" rx="18" className="paper edge lift" />
        <rect x="18" y="20" width="38" height="38" rx="12" className="main" />
        <path d="M28 40l6 6 12-13" className="stroke-paper" />
        <rect x="70" y="24" width="50" height="9" rx="4.500" className="line" />
        <rect x="70" y="44" width="80" height="12" rx="6" className="leaf" />
      </g>
      <circle cx="84" cy="330" r="26" className="sun" />
      <circle cx="84" cy="330" r="16" className="sun-line" />
      <circle cx="132" cy="360" r="18" className="sun" />
      <circle cx="132" cy="360" r="11" className="sun-line" />
    </svg>
  )
}
