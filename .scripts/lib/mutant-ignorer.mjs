import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const words = /\p{L}[,.;:]? \p{L}/u

/** Leaves sentences alone: what they say is judged by people, and the specified ones have tests of their own. */
const sentences = {
  /** @param {any} path */
  shouldIgnore({ node }) {
    const texts =
      node?.type === 'StringLiteral'
        ? [node.value]
        : node?.type === 'TemplateLiteral'
          ? node.quasis.map((/** @type {any} */ part) => part.value.raw)
          : []
    return texts.some((/** @type {string} */ text) => words.test(text)) ? 'a sentence' : undefined
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'sentences', sentences)]
