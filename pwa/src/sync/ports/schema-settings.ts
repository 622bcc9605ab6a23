import * as z from 'zod/mini'

z.config({
  // the page's policy forbids turning text into code, and Firefox reports even the attempt by which zod finds this out
  jitless: true,
  // forms have their own sentences; these words serve schemas that have none, so that devices need not load zod's dictionary
  localeError: (issue) => {
    if (issue.code === 'too_big') return `At most ${issue.maximum}`
    if (issue.code === 'too_small') return `At least ${issue.minimum}`
    return 'This is not valid'
  },
})
