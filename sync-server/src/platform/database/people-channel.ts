/** Channel on which the database tells, at the commit, the uid of each person whose sessions end or whose role changes. Triggers of a migration
 *  name it, too. */
export const PEOPLE_CHANNEL = 'shop_people'
