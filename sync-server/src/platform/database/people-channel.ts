/** The channel on which the database announces, at the commit, the uid of each person whose sessions end or whose role changes. The triggers of a
 *  migration name the channel too. */
export const PEOPLE_CHANNEL = 'shop_people'
