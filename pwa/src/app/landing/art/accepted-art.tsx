import type { ReactNode } from 'react'

const drawing = (children: ReactNode) =>
  function Drawing() {
    return (
      <svg className="art accept-art" viewBox="0 0 96 80" aria-hidden="true">
        <rect x="8" y="4" width="80" height="72" rx="24" className="soft" />
        {children}
      </svg>
    )
  }

/** The kinds of goods the shop takes, each with its illustration. */
export const ACCEPTED = [
  {
    title: 'Brand new items',
    text: 'Unused, in the packaging they came in.',
    Art: drawing(
      <>
        <rect x="26" y="32" width="44" height="32" rx="5" className="main" />
        <rect x="22" y="24" width="52" height="12" rx="4" className="dark" />
        <path d="M48 24v40" className="stroke-sun" />
        <path d="M48 24c-6-12-18-8-12-1 3 2 8 2 12 1 4 1 9 1 12-1 6-7-6-11-12 1" className="stroke-sun" />
      </>,
    ),
  },
  {
    title: 'Non-expired food',
    text: 'Sealed, and good for a while yet.',
    Art: drawing(
      <>
        <rect x="32" y="22" width="32" height="44" rx="6" className="rose" />
        <ellipse cx="48" cy="22" rx="16" ry="5" className="white" />
        <rect x="32" y="34" width="32" height="18" className="white" />
        <path d="M48 38c-5 0-6 4-5 7 1 4 9 4 10 0 1-3 0-7-5-7zM48 38c0-3 2-4 4-4" className="stroke-leaf" />
      </>,
    ),
  },
  {
    title: 'Electronics',
    text: 'Consoles, cameras, phones and what plugs into them.',
    Art: drawing(
      <>
        <path d="M28 46a20 20 0 0 1 40 0" className="stroke-dark" />
        <rect x="22" y="42" width="13" height="22" rx="6" className="main" />
        <rect x="61" y="42" width="13" height="22" rx="6" className="main" />
        <path d="M42 50c2-4 10-4 12 0M45 56c1-2 5-2 6 0" className="stroke-sun" />
      </>,
    ),
  },
  {
    title: 'Limited-edition collectibles',
    text: 'Cards, figures and drops that will not come again.',
    Art: drawing(
      <>
        <rect x="26" y="22" width="30" height="42" rx="5" className="dark" transform="rotate(-10 41 43)" />
        <rect x="40" y="20" width="32" height="44" rx="5" className="sun" transform="rotate(7 56 42)" />
        <path d="m56 30 4 8 9 1-7 6 2 9-8-4-8 4 2-9-7-6 9-1z" className="white" transform="rotate(7 56 42)" />
      </>,
    ),
  },
  {
    title: 'Name brand or generic',
    text: 'A famous label helps, and is not needed.',
    Art: drawing(
      <>
        <path d="M36 22l-14 9 5 10 5-2v26h32V39l5 2 5-10-14-9c-3 5-7 7-12 7s-9-2-12-7z" className="leaf" />
        <path d="m48 40 2.500 5 5.500.8-4 3.900 1 5.500-5-2.600-5 2.600 1-5.500-4-3.900 5.500-.8z" className="white" />
      </>,
    ),
  },
]
