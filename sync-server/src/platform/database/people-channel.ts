/** The channel on which the database announces, at the commit, the uid of each person whose session ended, whose role changed, or whose
 *  account was closed, reopened or deleted. The triggers of a migration name the channel too. */
export const PEOPLE_CHANNEL = 'shop_people'
