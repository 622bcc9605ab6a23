import { getBrand } from '@shop/shared/brands/calls.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Brands } from '../brands.ts'

/** GET /brand. */
export const getBrandCall = (brands: Brands) => implementPublicCall(getBrand, ({ origin }) => brands.pageOf(brands.ofOrigin(origin)))
