# The license is a text.
s|doap:license <http://opensource.org/licenses/isc>|doap:license "ISC"|
