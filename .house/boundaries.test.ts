import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import { forbidden } from './boundaries.mjs'
import { projectFiles, root } from './project.ts'

/** Checks the imports of the three packages below `baseDir`, including imports of types and of `@shop/shared`. */
async function cruisePackages(baseDir: string): Promise<ICruiseResult> {
  const { output } = await cruise(
    ['shared', 'sync-server', 'pwa'],
    {
      baseDir,
      ruleSet: { forbidden },
      validate: true,
      tsPreCompilationDeps: true,
      combinedDependencies: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^[^/]+/dist/' },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'node', 'default', 'types'],
        extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
      },
    },
    {},
  )
  if (typeof output === 'string') throw new Error(output)
  return output
}

test('no module breaks an import rule, and every module was examined', async () => {
  const { modules, summary } = await cruisePackages(root)
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])

  // If dependency-cruiser does not understand the TypeScript version, it sees hardly any module and reports no violations.
  const seen = new Set(modules.map((module) => module.source))
  const written = projectFiles().filter((path) => /^(shared|sync-server|pwa)\/.*\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  expect(written.length).toBeGreaterThan(40)
  expect(written.filter((path) => !seen.has(path))).toEqual([])

  // Imports of @shop/shared must resolve to its sources, because otherwise half of the rules would guard nothing.
  const acrossPackages = modules
    .filter((module) => /^(pwa|sync-server)\/src\//.test(module.source))
    .flatMap((module) => module.dependencies.map((dependency) => dependency.resolved))
  expect(acrossPackages.some((path) => path.startsWith('shared/src/'))).toBe(true)
})

test('each rule catches the violation seeded for it', async () => {
  const { summary } = await cruisePackages(join(root, '.house/fixtures/boundaries'))
  const broken = new Set(summary.violations.map((violation) => violation.rule.name))
  expect([...broken].sort()).toEqual(forbidden.map((rule) => rule.name).sort())
})
