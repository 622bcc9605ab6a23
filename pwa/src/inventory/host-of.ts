/** The address without its ceremony. */
export const hostOf = (link: string): string => /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(link)?.[1] ?? link
