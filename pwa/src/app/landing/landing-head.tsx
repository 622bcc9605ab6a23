import { brandText } from './branded.tsx'

const DESCRIPTION =
  'Ship us your items and we sell them on 6+ platforms: 30% higher returns, every sale in real time, and payouts within 48 hours.'
const PICTURE = {
  path: '/social/card.png',
  width: '1200',
  height: '630',
  alt: 'Sell More. Stress Less. An open box, its goods on their way to buyers.',
}

export function LandingHead() {
  const title = `Sell More. Stress Less. · ${brandText('title')}`
  const address = `${brandText('origin')}/`
  const picture = brandText('origin') + PICTURE.path
  const names = {
    description: DESCRIPTION,
    'application-name': brandText('shortName'),
    'apple-mobile-web-app-title': brandText('shortName'),
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': DESCRIPTION,
    'twitter:image': picture,
    'twitter:image:alt': PICTURE.alt,
  }
  const properties = {
    'og:type': 'website',
    'og:site_name': brandText('title'),
    'og:title': title,
    'og:description': DESCRIPTION,
    'og:url': address,
    'og:locale': 'en_US',
    'og:image': picture,
    'og:image:type': 'image/png',
    'og:image:width': PICTURE.width,
    'og:image:height': PICTURE.height,
    'og:image:alt': PICTURE.alt,
  }
  return (
    <>
      <title>{title}</title>
      <link rel="canonical" href={address} />
      {Object.entries(names).map(([name, content]) => (
        <meta key={name} name={name} content={content} />
      ))}
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
    </>
  )
}
