"""A program that uses the clients of two versions: the address of the server is its first argument."""

import sys

from kiosk_v1_0.client import Client
from kiosk_v1_0.models import TicketCreateRequest
from kiosk_v1_1.client import Client as NewClient
from kiosk_v1_1.runtime import ApiError

address = sys.argv[1]
# The server is one of 1.1, and what 1.0 has is still the same there.
old, new = Client(address, base_path="/v1.1"), NewClient(address)

ticket = old.ticket.create(TicketCreateRequest(queue="bakery"))
print(ticket)
print(new.ticket.list(status="waiting"))
for event in new.ticket.events():
    print(event.number, event.status)
new.ticket.delete(ticket.number)
try:
    new.ticket.delete(ticket.number)
except ApiError as error:
    print(error.status)
