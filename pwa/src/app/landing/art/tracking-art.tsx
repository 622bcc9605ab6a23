const ROWS = ['main', 'rose', 'sun', 'leaf']

/** A dashboard: stock, a rising line, and the latest sales. */
export function TrackingArt() {
  return (
    <svg className="art wide-art" viewBox="0 0 560 420" aria-hidden="true">
      <rect x="30" y="40" width="500" height="360" rx="28" className="soft" />
      <rect x="0" y="10" width="500" height="350" rx="22" className="paper edge lift" />
      <rect x="0" y="10" width="92" height="350" rx="22" className="sunk" />
      <rect x="28" y="36" width="36" height="36" rx="11" className="main" />
      {[96, 136, 176, 216].map((y) => (
        <rect key={y} x="26" y={y} width="40" height="10" rx="5" className={y === 96 ? 'main' : 'line'} />
      ))}
      {[116, 244, 372].map((x, at) => (
        <g key={x} transform={`translate(${x} 36)`}>
          <rect width="108" height="66" rx="13" className="sunk" />
          <rect x="14" y="15" width="46" height="8" rx="4" className="line" />
          <rect x="14" y="34" width={[70, 48, 60][at]} height="16" rx="6" className={at === 0 ? 'leaf' : 'ink-fill'} />
        </g>
      ))}
      <path d="M116 206c26 0 34-28 62-30s40 18 66 8 34-46 62-48 38 14 60 6 34-30 46-34v110H116z" className="area" />
      <path d="M116 206c26 0 34-28 62-30s40 18 66 8 34-46 62-48 38 14 60 6 34-30 46-34" className="stroke-main" />
      {ROWS.map((tone, at) => (
        <g key={tone} transform={`translate(116 ${236 + at * 29})`}>
          <rect width="20" height="20" rx="6" className={tone} />
          <rect x="32" y="6" width={[128, 96, 150, 112][at]} height="8" rx="4" className="line" />
          <rect x="276" y="2" width="48" height="16" rx="8" className={at % 2 === 0 ? 'leaf-soft' : 'soft'} />
          <rect x="338" y="6" width="26" height="8" rx="4" className="ink-fill" />
        </g>
      ))}
      <rect x="330" y="186" width="220" height="72" rx="18" className="paper edge lift" />
      <circle cx="366" cy="222" r="19" className="main" />
      <path d="M357 222l6 7 12-14" className="stroke-paper" />
      <rect x="398" y="206" width="70" height="9" rx="4.500" className="line" />
      <rect x="398" y="226" width="118" height="12" rx="6" className="ink-fill" />
    </svg>
  )
}
