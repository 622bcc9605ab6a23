import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { collections } from '../collections.ts'
import { commands } from '../registry.ts'
import { PROTOCOL_VERSION } from './protocol-version.ts'
import * as wire from './wire.ts'

/** Hash of the wire's and the synced rows' schemas at each protocol version. The lines of older versions never change. */
const WIRE_BY_VERSION: Readonly<Record<number, string>> = {
  1: '1662e7aedf4c6ca9',
  2: '13a92f540a8005e6',
  3: 'f264a2bdf7fe9b6e',
  4: '25a88a69d017e7f6',
  5: '79edc52ee1c98114',
  6: '01f7cb68600ea702',
  7: '738d7fbfff48036c',
  8: 'fa552d4f60841df5',
  9: 'ec31c3fbe7cb01ad',
  10: '2572cca8cdd6bfd2',
  11: '9719a317ca3b0447',
  12: '5f4efa26ef9c66aa',
}

/** Hash of the schema of each command's arguments at each version. */
const ARGS_BY_VERSION: Readonly<Record<string, string>> = {
  'accounts.addAddress@1': 'd65458bd6e6367e3',
  'accounts.editAddress@1': '18d122ce1d7fba62',
  'accounts.editProfile@1': '71d454eabefd8146',
  'accounts.removeAddress@1': 'af5684bd2b211596',
  'accounts.setDefaultAddress@1': 'af5684bd2b211596',
  'inventory.addCategory@1': 'f6f79fccb62171f4',
  'inventory.addConsignor@1': 'b81b7ca2db66eeb7',
  'inventory.addConsignor@2': 'f10924726ef1f452',
  'inventory.addMaster@1': '4b57692d46f52e55',
  'inventory.addMaster@2': '885ca634de187c75',
  'inventory.allocate@1': 'd49d01a2d4e8ee3f',
  'inventory.allocate@2': 'f69263940fbb5b1a',
  'inventory.copyToConsignor@1': '6396675135079efb',
  'inventory.edit@1': '658dcd1ec1517213',
  'inventory.edit@2': '8a6ee4dbff3d16b3',
  'inventory.editCategory@1': 'f6f79fccb62171f4',
  'inventory.massInput@1': '82611138633df49d',
  'inventory.massInput@2': '0a7528932c31a249',
  'inventory.remove@1': '3fcca02db6464916',
  'inventory.removeCategory@1': '3fcca02db6464916',
  'inventory.sellMaster@1': '7fe6b80eb132d837',
  'inventory.settleDiscrepancy@1': '14d48c9d0255da12',
  'inventory.settleDiscrepancy@2': 'f5347928f7ae4c1b',
  'payouts.markPaid@1': '599f7f95757fdb4a',
  'payouts.remove@1': '599f7f95757fdb4a',
  'payouts.request@1': '7e6026ac1d80b3f4',
  'payouts.undoPaid@1': '599f7f95757fdb4a',
  'pos.closeShift@1': '52bdb1c16b521f6a',
  'pos.moveCash@1': 'f7298677388da3a9',
  'pos.openShift@1': 'f30f07f09514efba',
  'pos.saveCart@1': '93d40f34326e168c',
  'pos.saveCart@2': 'ae128646ae19344c',
  'sales.completePosSale@1': '6405bb98be78ccce',
  'sales.completePosSale@2': '04d657de5ab6004d',
  'sales.custom@1': 'a1a457a404498ca8',
  'sales.edit@1': '1a4c2d89574b7779',
  'sales.record@1': 'a5035b1fa4cb116a',
  'sales.settleSuspendedSale@1': 'fa7be87330501861',
  'sales.refund@1': '1855af474a07f0a5',
  'sales.refund@2': 'd5e649806356f208',
  'sales.voidPosSale@1': '8421424343e25221',
  'sales.voidPosSale@2': '88bdd4ca6491dea7',
  'sales.voidPosSale@3': '87cb45af227c135a',
  'sales.voidRecordedSale@1': '8666be068249aa98',
  'settings.change@1': '4923e6e3795b3e3c',
  'settings.change@2': '9cdc1523de060ed4',
  'shipments.edit@1': 'b735245f0472afb8',
  'shipments.remove@1': '3fcca02db6464916',
  'shipments.setStatus@1': '8d2d03f3c7424435',
  'shipments.submit@1': '9f44cb35e6009ab9',
}

const shapeOf = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
const hashOf = (shape: unknown) => createHash('sha256').update(JSON.stringify(shape)).digest('hex').slice(0, 16)

it('a change of the wire or of a synced row comes with a new protocol version', () => {
  const schemas = Object.entries<unknown>(wire).filter((entry): entry is [string, z.ZodMiniType] => entry[1] instanceof z.ZodMiniType)
  expect(schemas.length).toBeGreaterThan(5)
  const shape = {
    wire: schemas.map(([name, schema]) => [name, shapeOf(schema)]),
    rows: collections.filter(({ reach }) => reach === 'synced').map(({ name, schema }) => [name, shapeOf(schema)]),
  }
  // when this fails, a schema changed: raise PROTOCOL_VERSION and add a line, or take the change back
  expect({ [PROTOCOL_VERSION]: hashOf(shape) }).toEqual({ [PROTOCOL_VERSION]: WIRE_BY_VERSION[PROTOCOL_VERSION] })
})

it('a change of a command’s arguments comes with a new version of the command', () => {
  const queued = commands.filter(({ channel }) => channel === 'device')
  const hashes = Object.fromEntries(queued.map(({ name, version, args }) => [`${name}@${version}`, hashOf(shapeOf(args))]))
  // when this fails, arguments changed: raise the command's version, write an upgrade from the version before, and add a line
  expect(hashes).toEqual(Object.fromEntries(Object.keys(hashes).map((key) => [key, ARGS_BY_VERSION[key]])))
})

it('every older version of a command upgrades to the current one', () => {
  for (const { name, version, upgrades } of commands)
    for (let from = 1; from < version; from++) expect(upgrades[from], `${name} from ${from}`).toBeTypeOf('function')
})
