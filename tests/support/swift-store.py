"""A Swift of one process on loopback that speaks S3: proxy, account, container and object server, one replica each."""
import os
import sys

import eventlet

eventlet.monkey_patch()

from swift.common import utils

folder, port = sys.argv[1], int(sys.argv[2])
configuration = os.path.join(folder, 'swift.conf')
utils.SWIFT_CONF_FILE = configuration

from eventlet import wsgi
from swift.common.ring import RingBuilder
from swift.common.storage_policy import reload_storage_policies
from swift.common.wsgi import SwiftHttpProtocol, loadapp


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as out:
        out.write(text)
    return path


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = trial\n')
utils.validate_hash_conf()
reload_storage_policies()
os.makedirs(os.path.join(folder, 'devices', 'one'))

backends = {}
for kind in ('account', 'container', 'object'):
    backends[kind] = eventlet.listen(('127.0.0.1', 0))
    builder = RingBuilder(2, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'weight': 1.0, 'device': 'one',
                     'port': backends[kind].getsockname()[1]})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, kind + '.ring.gz'))

common = f'swift_dir = {folder}\ndevices = {folder}/devices\nmount_check = false\nlog_level = ERROR\nlog_address = {folder}/none\n'
for kind, listener in backends.items():
    path = write(kind + '.conf', f'[DEFAULT]\n{common}[pipeline:main]\npipeline = {kind}-server\n[app:{kind}-server]\nuse = egg:swift#{kind}\n')
    eventlet.spawn(wsgi.server, listener, loadapp(path), utils.NullLogger(), protocol=SwiftHttpProtocol)

proxy = write('proxy.conf', f'''[DEFAULT]
{common}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck listing_formats s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
user_test_second = another .admin
[filter:s3api]
use = egg:swift#s3api
location = eu-south-2
s3_acl = false
max_bucket_listing = 2
''')


class Memory:
    """In the place of memcached."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_):
        return self.values.get(key)

    def set(self, key, value, **_):
        self.values[key] = value

    def delete(self, key, **_):
        self.values.pop(key, None)


application = loadapp(proxy)
memory = Memory()


def serve(environment, start_response):
    environment['swift.cache'] = memory
    return application(environment, start_response)


wsgi.server(eventlet.listen(('127.0.0.1', port)), serve, utils.NullLogger(), protocol=SwiftHttpProtocol)
