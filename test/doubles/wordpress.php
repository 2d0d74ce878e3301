<?php
// The few functions of WordPress and WooCommerce that the plugin calls, as far as its test needs them. Reads what is
// there from standard input, does as it says, and answers what came of it.

define( 'ABSPATH', __DIR__ );
$given    = json_decode( stream_get_contents( STDIN ), true );
$options  = $given['options'] ?? array();
$_COOKIE  = $given['cookies'] ?? array();
$hooks    = array();
$posted   = array();
$headers  = array();
$settings = array();
$uninstall = null;

function get_option( $name ) { return $GLOBALS['options'][ $name ] ?? false; }
function delete_option( $name ) { unset( $GLOBALS['options'][ $name ] ); }
function add_action( $name, $callback ) { $GLOBALS['hooks'][ $name ][] = $callback; }
function add_filter( $name, $callback ) { $GLOBALS['hooks'][ $name ][] = $callback; }
function register_uninstall_hook( $file, $callback ) { $GLOBALS['uninstall'] = $callback; }
function register_setting( $group, $name, $args ) { $GLOBALS['settings'][ $name ] = $args['sanitize_callback']; }
function add_options_page( $title, $menu, $capability, $slug, $callback ) { $GLOBALS['page'] = array( $capability, $callback ); }
function settings_fields( $group ) { echo '<input type="hidden" name="_wpnonce" value="nonce">'; }
function submit_button() { echo '<button>Save</button>'; }
function current_user_can( $what ) { return $GLOBALS['given']['isAdmin'] ?? true; }
function wp_get_current_user() { return (object) ( $GLOBALS['given']['user'] ?? array( 'ID' => 0 ) ); }
function is_user_logged_in() { return 0 !== wp_get_current_user()->ID; }
function get_user_by( $field, $email ) { $user = wp_get_current_user(); return ( $user->user_email ?? null ) === $email ? $user : false; }
function nocache_headers() { $GLOBALS['headers'][] = 'no-cache'; }
function is_ssl() { return true; }
function __( $text ) { return $text; }
function esc_html__( $text ) { return esc_html( $text ); }
function esc_html( $text ) { return htmlspecialchars( $text, ENT_QUOTES ); }
function esc_attr( $text ) { return htmlspecialchars( $text, ENT_QUOTES ); }
function esc_url( $text ) { return htmlspecialchars( $text, ENT_QUOTES ); }
function wp_json_encode( $data, $flags = 0 ) { return json_encode( $data, $flags ); }
function is_wp_error( $answer ) { return null === $answer; }
function wp_remote_retrieve_response_code( $answer ) { return $answer['code']; }
function wp_remote_post( $url, $args ) {
	$lines = array();
	foreach ( $args['headers'] as $name => $value ) { $lines[] = "$name: $value"; }
	$context = stream_context_create( array( 'http' => array( 'method' => 'POST', 'header' => $lines, 'content' => $args['body'], 'ignore_errors' => true, 'timeout' => $args['timeout'] ) ) );
	if ( false === @file_get_contents( $url, false, $context ) ) { return null; }
	return array( 'code' => (int) explode( ' ', $http_response_header[0] )[1] );
}
class WC_Data_Store {
	public static function load( $kind ) { return new self(); }
	public function get_webhooks_ids( $status ) { return array_keys( $GLOBALS['given']['webhooks'] ?? array() ); }
}
class Webhook_Double {
	private $webhook;
	public function __construct( $webhook ) { $this->webhook = $webhook; }
	public function get_delivery_url() { return $this->webhook['delivery_url']; }
	public function get_secret() { return $this->webhook['secret']; }
}
function wc_get_webhook( $id ) { return new Webhook_Double( $GLOBALS['given']['webhooks'][ $id ] ); }

require __DIR__ . '/../../deploy/wordpress/parley-chat.php';

$answers = array();
foreach ( $given['do'] as $act ) {
	ob_start();
	$result = null;
	if ( 'footer' === $act[0] ) { foreach ( $hooks['wp_footer'] as $hook ) { $hook(); } }
	if ( 'headers' === $act[0] ) { foreach ( $hooks['send_headers'] as $hook ) { $hook(); } $result = $headers; }
	if ( 'save' === $act[0] ) { foreach ( $hooks['admin_init'] as $hook ) { $hook(); } $options['parley_chat'] = $settings['parley_chat']( $act[1] ); $result = $options['parley_chat']; }
	if ( 'page' === $act[0] ) { foreach ( $hooks['admin_menu'] as $hook ) { $hook(); } ( $page[1] )(); $result = $page[0]; }
	if ( 'erase' === $act[0] ) { $erasers = $hooks['wp_privacy_personal_data_erasers'][0]( array() ); $result = $erasers['parley-chat']['callback']( $act[1], 1 ); }
	if ( 'export' === $act[0] ) { $exporters = $hooks['wp_privacy_personal_data_exporters'][0]( array() ); $result = $exporters['parley-chat']['callback']( $act[1], 1 ); }
	if ( 'uninstall' === $act[0] ) { $uninstall(); $result = $options; }
	$answers[] = array( 'printed' => ob_get_clean(), 'result' => $result );
}
echo json_encode( $answers );
