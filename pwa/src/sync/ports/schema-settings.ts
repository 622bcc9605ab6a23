import * as z from 'zod/mini'

z.config({
  // the page's policy forbids making code out of text, and Firefox reports even the attempt by which zod finds that out
  jitless: true,
  // every form says in its own words what is wrong; these stand where a schema has no sentence, and spare devices zod's dictionary
  localeError: (issue) => {
    if (issue.code === 'too_big') return `At most ${issue.maximum}`
    if (issue.code === 'too_small') return `At least ${issue.minimum}`
    return 'This is not valid'
  },
})
