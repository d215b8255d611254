import { expect, test } from 'vitest';
import { networkAddress, webAddress } from '../../../../worker/identity/companies/web-address.ts';

test.each([
  ['https://poruch.example/', 'poruch.example'],
  ['  Поруч.укр/про-нас?x=1 ', 'Поруч.укр/про-нас?x=1'],
  ['localhost', null],
  ['not a link', null],
  ['javascript:alert(1)', null],
  ['', ''],
])('a web address: %s', (given, address) => {
  expect(webAddress(given)).toBe(address);
});

test.each([
  ['facebook', 'https://www.facebook.com/poruch/', 'www.facebook.com/poruch'],
  ['facebook', '@poruch.shop', 'facebook.com/poruch.shop'],
  ['instagram', 'poruch', 'instagram.com/poruch'],
  ['linkedin', 'poruch', 'linkedin.com/company/poruch'],
  ['linkedin', 'ua.linkedin.com/company/poruch', 'ua.linkedin.com/company/poruch'],
  ['facebook', 'https://evil.example/facebook.com', null],
  ['facebook', 'notfacebook.com/poruch', null],
  ['facebook', 'not a link', null],
  ['facebook', '', ''],
] as const)('a page in %s: %s', (network, given, address) => {
  expect(networkAddress(network, given)).toBe(address);
});
