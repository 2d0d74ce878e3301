import { issuerOf, resourceOf, SCOPE } from '#core/assistants/addresses.ts'

/** What a store's tool server says of itself: which server its tokens are from (RFC 9728, 2). */
export function describeResource(baseUrl: string, appId: string, storeName: string) {
  return {
    resource: resourceOf(baseUrl, appId),
    authorization_servers: [issuerOf(baseUrl, appId)],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: storeName,
  }
}

/** What a store's authorization server says of itself (RFC 8414, 2). Members are asked on a page of the inbox. */
export function describeIssuer(baseUrl: string, appId: string) {
  const endpoints = `${baseUrl}/oauth/${appId}`
  return {
    issuer: issuerOf(baseUrl, appId),
    authorization_endpoint: `${baseUrl}/inbox/connect/${appId}`,
    token_endpoint: `${endpoints}/token`,
    registration_endpoint: `${endpoints}/register`,
    revocation_endpoint: `${endpoints}/revoke`,
    scopes_supported: [SCOPE],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}
