######################################
#
# martlet
#
######################################

# A package for mod-plugin-builder: copy this file and the archive of the bundle for arm64 to plugins/package/martlet.
#
# The archive contains the built library, because mod-plugin-builder has no Swift compiler. The library runs on the MOD Dwarf
# and the MOD Duo X.

MARTLET_VERSION = 2.1
MARTLET_SITE_METHOD = local
MARTLET_SITE = $($(PKG)_PKGDIR)/
MARTLET_BUNDLES = martlet.lv2

# MOD's software shows the brand beside the name of a plug-in, and MOD's criteria exclude it from the name.
define MARTLET_INSTALL_TARGET_CMDS
	mkdir -p $(TARGET_DIR)/usr/lib/lv2
	tar -xJf $(@D)/martlet-$(MARTLET_VERSION)-linux-arm64.tar.xz -C $(TARGET_DIR)/usr/lib/lv2
	sed -i 's/doap:name "Martlet /doap:name "/' $(TARGET_DIR)/usr/lib/lv2/martlet.lv2/*.ttl
endef

$(eval $(generic-package))
